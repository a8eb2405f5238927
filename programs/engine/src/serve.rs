//! `engine serve`: the page to play on.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;
use cli::{Failure, PackArgument, print_line, whole};
use games::ParseError;
use serve::{ClientLimits, Config, Error, lan_address};

#[derive(Args, Debug)]
pub(crate) struct ServeArguments {
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 8017, value_parser = whole::<u16>(0, u64::from(u16::MAX)))]
    port: u16,
    /// The address to listen on; with any but a loopback address, others in the network can play,
    /// too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = read_address)]
    bind: IpAddr,
    /// The folder that keeps the games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    pack: PackArgument,
}

fn read_address(text: &str) -> Result<IpAddr, ParseError> {
    let expected = "an address as 127.0.0.1, 0.0.0.0 or ::1";
    text.parse().map_err(|_| ParseError::new("address", text, expected))
}

/// Serves the page until an interrupt.
pub(crate) fn run(args: &ServeArguments) -> Result<(), Failure> {
    let data = args.data.clone().or_else(data_folder);
    let data = data.ok_or_else(|| {
        Failure::input("--data: read nothing, expected a folder, as HOME is not set")
    })?;
    let pack = args.pack.read()?.text;
    let config =
        Config { bind: args.bind, port: args.port, data, pack, limits: ClientLimits::default() };
    let mut told = Ok(());
    let served = serve::run(&config, |address, broken| {
        for id in broken {
            eprintln!("warning: the game {id} cannot be read by this version; it is left as it is");
        }
        told = print_line(&format!("listening on http://{address}"));
        if let Some(reached) = lan_address(address).filter(|reached| *reached != address) {
            eprintln!("other devices open http://{reached}");
        }
    });
    served.map_err(|error| match error {
        Error::Listen(..) | Error::Data(..) | Error::Pack(_) => Failure::input(error),
        Error::System(_) => Failure::Broken(error.to_string()),
    })?;
    told
}

/// The folder of the user in which programs keep their data.
fn data_folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")));
    data.map(|folder| folder.join("french-board-games"))
}
