//! `tuning generate` and `tuning import`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use cli::{
    FOREIGN, Failure, MOST, PackArgument, print_line, read_count, read_number, replace_own, warn,
    whole,
};
use engine::Playable;
use games::{Notation, ParseError, State, format_game, with_game, with_state};
use selfplay::{Contest, Plan, Player, Records, Settings, Shard, TournamentKind, format_line};
use tuning::Generation;
use tuning::data::{DataFile, DataWriter, Deduplicator, Header, PER_GAME, Recorder};

use super::running::RunArguments;

pub(super) const EXAMPLE: &str = "Example: tuning generate ruches --games 20000 --player nodes=1000 \
    --out ruches.data";

pub(super) const PLAN_EXAMPLE: &str = "Example: tuning plan ruches --games 20000 --player nodes=1000 \
    --out plan.json; then on each machine: tuning generate --plan plan.json --units 0..500 --out part-0.data";

pub(super) const IMPORT_EXAMPLE: &str = "Example: tuning import match.jsonl --out match.data";

/// The default number of games.
const GAMES: &str = "10000";

/// The arguments that describe the games.
const DESCRIPTION: [&str; 8] =
    ["game", "player", "games", "opening", "per_game", "keep_luck", "file", "seed"];

/// Games of one player.
#[derive(Args)]
pub(super) struct Description {
    /// The game, with its options: GAME[:key=value,...]
    game: Option<String>,
    /// The player, as in `selfplay match`; it plays all seats
    #[arg(long, value_name = "key=value,...", default_value = "nodes=1000")]
    player: String,
    /// Games to play, in all parts together
    #[arg(long, value_name = "N", default_value = GAMES, value_parser = read_count)]
    games: u64,
    /// The greatest number of random moves at the beginning of a game; games have 0, 1, 2 ... in
    /// turn
    #[arg(long, value_name = "R", default_value = "12", value_parser = whole::<u32>(0, MOST))]
    opening: u32,
    /// The greatest number of positions from one game
    #[arg(long, value_name = "N", default_value_t = PER_GAME, value_parser = whole::<u32>(1, MOST))]
    per_game: u32,
    /// In games of chance, do not remove luck from the results
    #[arg(long)]
    keep_luck: bool,
}

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    description: Description,
    #[command(flatten)]
    pack: PackArgument,
    /// The plan of the games, from `tuning plan`, instead of a game with options. Exit status 3 if
    /// this build, its weights or a program differs from the plan
    #[arg(long, value_name = "FILE", conflicts_with_all = DESCRIPTION)]
    plan: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Continue the file, if it exists
    #[arg(long)]
    resume: bool,
    /// Play only part i of n, from 0/n to n-1/n [default: the part in the environment of a job
    /// array]
    #[arg(long, value_name = "i/n", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Play only the games from A to B-1
    #[arg(long, value_name = "A..B", conflicts_with = "shard", value_parser = Shard::parse_range)]
    units: Option<Shard>,
    #[command(flatten)]
    run: RunArguments,
}

#[derive(Args)]
pub(super) struct PlanArguments {
    #[command(flatten)]
    description: Description,
    #[command(flatten)]
    pack: PackArgument,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_number)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args)]
pub(super) struct ImportArguments {
    /// The records of a match, or games of draughts in a file whose name ends in .pdn
    records: PathBuf,
    /// The greatest number of positions from one game
    #[arg(long, value_name = "N", default_value_t = PER_GAME, value_parser = whole::<u32>(1, MOST))]
    per_game: u32,
    /// In games of chance, do not remove luck from the results
    #[arg(long)]
    keep_luck: bool,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Description {
    /// The header of the data.
    fn header(&self, pack: &PackArgument, seed: u64) -> Result<Header, Failure> {
        let lacks = "<GAME>: read nothing, expected a value (see --help)";
        let game = self.game.as_ref().ok_or_else(|| Failure::Input(lacks.to_owned()))?;
        let read = pack.read()?;
        let any = read.start(game)?;
        let game = with_state!(&any, state => format_game(state.game()));
        let settings = Settings::parse(&self.player)?;
        let named = Settings::default().with("name", "self");
        let player = Player::read(settings.with_common(&named)?)?;
        let player = match &pack.file {
            None => player,
            Some(file) => player.told_of_pack(file),
        };
        let mut plan = Plan::new(&game, vec![player], seed, self.games);
        plan.pack = read.text;
        plan.kind = TournamentKind::Solo;
        plan.opening = self.opening;
        with_state!(&any, state => check_luck(state.game(), self.keep_luck))?;
        Ok(Header::new(plan.with_files()?, self.per_game, !self.keep_luck))
    }
}

/// Plays games and writes their positions.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let mut header = match &args.plan {
        None => args.description.header(&args.pack, args.run.seed)?,
        Some(file) => planned(file)?,
    };
    // The data depend on the games alone.
    header.plan.build = None;
    let environment = || Shard::from_environment(|name| std::env::var(name).ok());
    header.plan.shard = match args.units.or(args.shard) {
        Some(part) => part,
        None => environment()?.unwrap_or_default(),
    };
    header.plan.shard.check(header.plan.units)?;
    with_game!(&header.plan.start()?, G => generate::<G>(header, args))
}

/// Writes the plan of games.
pub(super) fn write_plan(args: &PlanArguments) -> Result<(), Failure> {
    let mut header = args.description.header(&args.pack, args.seed)?;
    with_game!(&header.plan.start()?, G => check::<G>(&header.plan))?;
    header.plan = header.plan.with_build();
    let line = format_line(&header).map_err(selfplay::Error::from)?;
    // Data begin with such a line, too, and are not replaced.
    if fs::metadata(&args.out).is_ok_and(|old| old.len() > 0)
        && DataFile::read(&args.out).is_ok_and(|old| !old.games.is_empty())
    {
        let expected = "a new file, or that of a plan";
        return Err(ParseError::new("out", &args.out.to_string_lossy(), expected).into());
    }
    replace_own(&args.out, line.as_bytes(), "{\"tuning_data\":")?;
    print_line(&format!("{}: {} games", args.out.display(), header.plan.units))
}

fn check<G: Playable>(plan: &Plan) -> Result<(), Failure> {
    Ok(Contest::<G>::new(plan.clone())?.check_effects()?)
}

/// The plan in a file, if this program can play it.
fn planned(file: &Path) -> Result<Header, Failure> {
    let header = Header::read(file)?;
    match header.plan.foreign_here() {
        None => Ok(header),
        Some([key, read, expected]) => {
            let file = file.display();
            let message =
                format!("plan: {key}: read {read:?} here, expected {expected:?} as in {file}");
            Err(Failure::Status(FOREIGN, message))
        }
    }
}

fn generate<G: Playable>(header: Header, args: &Arguments) -> Result<(), Failure> {
    let Header { plan, per_game, luck, .. } = header;
    let contest = Contest::<G>::new(plan)?;
    contest.check_effects()?;
    let ends = args.run.ends()?;
    let generation = Generation { contest, per_game, luck, threads: args.run.threads() };
    let counts = generation.run(&args.out, args.resume, &ends.stop, &mut *args.run.progress())?;
    print_line(&counts.words())?;
    if counts.is_complete() {
        return Ok(());
    }
    Err(Failure::Broken("the games are not all played: --resume goes on with them".to_owned()))
}

/// Checks that luck would be removed from the results, if it is to be kept.
fn check_luck<G: Notation>(game: &G, keep_luck: bool) -> Result<(), ParseError> {
    if keep_luck && !(G::CHANCE && game.seats() == 2) {
        let expected = "a game of chance for two, since luck is measured only there";
        return Err(ParseError::new("--keep-luck", G::NAME, expected));
    }
    Ok(())
}

/// Writes the positions of the games of a match.
pub(super) fn import(args: &ImportArguments) -> Result<(), Failure> {
    let records = Records::read(&args.records)?;
    records.left_out.iter().for_each(|error| warn(&format!("{}: {error}", args.records.display())));
    with_state!(&records.plan.start()?, state => import_game(state, &records, args))
}

fn import_game<G: Playable>(
    state: &State<G>,
    records: &Records,
    args: &ImportArguments,
) -> Result<(), Failure> {
    check_luck(state.game(), args.keep_luck)?;
    let luck = !args.keep_luck;
    let resources = records.plan.resources()?;
    let header = Header::new(records.plan.clone(), args.per_game, luck);
    let (mut writer, _) = DataWriter::open(&args.out, &header, false)?;
    let recorder = Recorder::new(state.game(), &resources, args.per_game, luck);
    let mut deduplicator = Deduplicator::new(state.game(), &resources);
    let mut games: Vec<_> = records.games.iter().filter(|game| game.fault.is_none()).collect();
    games.sort_by_key(|game| (game.unit, game.game));
    let (mut positions, mut duplicates) = (0, 0);
    for record in &games {
        let mut compact = recorder.compact(record)?;
        deduplicator.keep_new(&mut compact).map_err(tuning::Error::from)?;
        duplicates += u64::from(compact.dropped);
        positions += compact.samples.len();
        writer.add(&compact)?;
    }
    writer.finish()?;
    writer.sync()?;
    let games = games.len();
    print_line(&format!("{games} games, {positions} positions, {duplicates} more seen before"))
}
