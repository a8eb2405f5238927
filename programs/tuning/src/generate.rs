//! `tuning generate` and `tuning import`.

use std::path::PathBuf;

use clap::Args;
use cli::{Failure, MOST, PackArgument, print_line, read_count, whole};
use engine::Playable;
use games::{Notation, ParseError, State, format_game, with_game, with_state};
use selfplay::{Contest, Plan, Player, Records, Settings, Shard, TournamentKind};
use tuning::Generation;
use tuning::data::{DataWriter, Deduplicator, Header, PER_GAME, Recorder};

use super::running::RunArguments;

pub(super) const EXAMPLE: &str = "Example: tuning generate ruches --games 20000 --player nodes=1000 \
    --out ruches.data";

pub(super) const IMPORT_EXAMPLE: &str = "Example: tuning import match.jsonl --out match.data";

/// The default number of games.
const GAMES: &str = "10000";

#[derive(Args)]
pub(super) struct Arguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    #[command(flatten)]
    pack: PackArgument,
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
    #[command(flatten)]
    run: RunArguments,
}

#[derive(Args)]
pub(super) struct ImportArguments {
    /// The records of a match
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

/// Plays games and writes their positions.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    let any = pack.start(&args.game)?;
    let game = with_state!(&any, state => format_game(state.game()));
    let settings = Settings::parse(&args.player)?;
    let player = Player::read(settings.with_common(&Settings::default().with("name", "self"))?)?;
    let player = match &args.pack.file {
        None => player,
        Some(file) => player.told_of_pack(file),
    };
    let mut plan = Plan::new(&game, vec![player], args.run.seed, args.games);
    plan.pack = pack.text;
    plan.kind = TournamentKind::Solo;
    plan.opening = args.opening;
    let given = args.shard.map_or_else(
        || Shard::from_environment(|name| std::env::var(name).ok()),
        |shard| Ok(Some(shard)),
    )?;
    plan.shard = given.unwrap_or_default();
    let plan = plan.with_files()?;
    with_game!(&any, G => generate::<G>(plan, args))
}

fn generate<G: Playable>(plan: Plan, args: &Arguments) -> Result<(), Failure> {
    let contest = Contest::<G>::new(plan)?;
    contest.check_effects()?;
    check_luck(contest.start.game(), args.keep_luck)?;
    let ends = args.run.ends()?;
    let generation = Generation {
        contest,
        per_game: args.per_game,
        luck: !args.keep_luck,
        threads: args.run.threads(),
    };
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
