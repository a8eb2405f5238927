//! `engine serve`: the page to play on.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;
use cli::{Failure, PackArgument, print_line, warn, whole};
use games::ParseError;
use serve::{ClientLimits, Config, Error, Notice, Survey, lan_address};

use super::endings::OwnTablesArgument;

#[derive(Args, Debug)]
pub(crate) struct ServeArguments {
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 8017, value_parser = whole::<u16>(0, u64::from(u16::MAX)))]
    port: u16,
    /// The address to listen on; with any but a loopback address, others in the network can play,
    /// too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = read_address)]
    bind: IpAddr,
    /// A name by which others call this server, as a name server or a proxy gives it; may be given
    /// several times
    #[arg(long, value_name = "NAME", value_parser = read_host)]
    host: Vec<String>,
    /// The folder that keeps the games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Say which tables are damaged, and end
    #[arg(long, conflicts_with_all = ["salvage", "port", "bind"])]
    check: bool,
    /// Write all tables of this folder that can be read to the new folder --data, and end
    #[arg(long, value_name = "DIR", requires = "data", conflicts_with_all = ["port", "bind", "file"])]
    salvage: Option<PathBuf>,
    #[command(flatten)]
    tables: OwnTablesArgument,
    #[command(flatten)]
    pack: PackArgument,
}

fn read_address(text: &str) -> Result<IpAddr, ParseError> {
    let expected = "an address as 127.0.0.1, 0.0.0.0 or ::1";
    text.parse().map_err(|_| ParseError::new("address", text, expected))
}

fn read_host(text: &str) -> Result<String, ParseError> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
    if text.is_empty() || !text.chars().all(is_name) {
        return Err(ParseError::new("host", text, "a name as games.example, without a port"));
    }
    Ok(text.to_owned())
}

/// Serves the page until an interrupt, or looks after the tables.
pub(crate) fn run(args: &ServeArguments) -> Result<(), Failure> {
    let data = args.data.clone().or_else(data_folder);
    let data = data.ok_or_else(|| {
        Failure::input("--data: read nothing, expected a folder, as HOME is not set")
    })?;
    let pack = args.pack.read()?.text;
    if args.check {
        let checked = serve::check(&data, pack.as_deref()).map_err(failure)?;
        let Survey { tables, damaged, old } = checked;
        old.iter().for_each(|text| warn(text));
        list(&damaged)?;
        print_line(&format!("tables {tables} damaged {}", damaged.len()))?;
        return match damaged.len() {
            0 => Ok(()),
            count => {
                Err(Failure::Broken(format!("--check: {count} damaged tables, expected none")))
            }
        };
    }
    if let Some(from) = &args.salvage {
        if !from.is_dir() {
            let read = from.to_string_lossy();
            return Err(Failure::input(ParseError::new("--salvage", &read, "a folder of games")));
        }
        let Survey { tables, damaged, old } = serve::salvage(from, &data).map_err(failure)?;
        old.iter().for_each(|text| warn(text));
        list(&damaged)?;
        let written = tables - damaged.len();
        return print_line(&format!("tables {tables} damaged {} written {written}", damaged.len()));
    }
    let (bind, port, hosts) = (args.bind, args.port, args.host.clone());
    let (endings, limits) = (args.tables.find(), ClientLimits::default());
    let config = Config { bind, port, data, pack, hosts, endings, limits };
    serve::run(&config, tell).map_err(failure)
}

/// Tells where the server listens, and its faults.
fn tell(notice: Notice) {
    match notice {
        Notice::Warning(text) => warn(&text),
        Notice::Listening(address) => {
            // A server whose first line nobody can read serves all the same.
            let _ = print_line(&format!("listening on http://{address}"));
            if let Some(reached) = lan_address(address).filter(|reached| *reached != address) {
                eprintln!("other devices open http://{reached}");
            }
        }
    }
}

/// Lists damaged tables.
fn list(damaged: &[(String, String)]) -> Result<(), Failure> {
    damaged.iter().try_for_each(|(id, why)| print_line(&format!("damaged {id}: {why}")))
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Listen(..) | Error::Data(..) | Error::Pack(_) => Failure::input(error),
        Error::System(_) => Failure::Broken(error.to_string()),
    }
}

/// The folder of the user in which programs keep their data.
fn data_folder() -> Option<PathBuf> {
    // A relative path is not valid there (XDG Base Directory Specification).
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")));
    data.map(|folder| folder.join("french-board-games"))
}
