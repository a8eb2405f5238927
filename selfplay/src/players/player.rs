//! The description of a player: its name, its kind and its limit.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use games::ParseError;
use reader::whole;

use crate::players::greedy::Greedy;
use crate::players::kinds::Kind;
use crate::players::launch::Launch;
use crate::players::limit::Limit;
use crate::players::random::Random;
use crate::players::search::Search;
use crate::players::settings::Settings;

/// A player of a match.
///
/// ```
/// use selfplay::{Player, Search, WeightsSource};
///
/// let player = Player::search("new").nodes(500);
/// assert_eq!(player.to_string(), "name=new,nodes=500");
/// assert_eq!(player, "name=new,nodes=500".parse()?);
///
/// let search = Search { weights: WeightsSource::Zero, hash: 8, ..Search::default() };
/// let player = Player::new("plain", search).depth(3);
/// assert_eq!(player.to_string(), "name=plain,weights=zero,hash=8,depth=3");
/// # Ok::<(), games::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The settings as the user wrote them; records repeat them.
    settings: Settings,
    name: String,
    kind: Kind,
    limit: Option<Limit>,
    random_plies: u32,
}

impl Player {
    /// A player of the given kind.
    pub fn new(name: impl Into<String>, kind: impl Into<Kind>) -> Self {
        let (name, kind) = (name.into(), kind.into());
        let settings = kind.write(Settings::default().with("name", &name));
        Self { settings, name, kind, limit: None, random_plies: 0 }
    }

    /// A player that searches in this process, like the engine.
    pub fn search(name: impl Into<String>) -> Self {
        Self::new(name, Search::default())
    }

    /// A player that makes random moves, all with the same probability.
    pub fn random(name: impl Into<String>) -> Self {
        Self::new(name, Random)
    }

    /// A player that takes the move with the greatest merit, without a search.
    pub fn greedy(name: impl Into<String>) -> Self {
        Self::new(name, Greedy)
    }

    /// A player in another program, which speaks the text protocol.
    pub fn process(name: impl Into<String>, program: impl Into<PathBuf>) -> Self {
        Self::new(name, Launch::new(program))
    }

    /// Reads a player's settings.
    ///
    /// # Errors
    /// An unknown key or value, or settings that do not describe a player.
    pub fn read(settings: Settings) -> Result<Self, ParseError> {
        let mut unread = settings.unread();
        let name = unread.take("name").filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| unread.wrong("a name=..."))?.to_owned();
        let limit = unread.limit()?;
        let random_plies = unread.take("random-plies");
        let random_plies = random_plies
            .map_or(Ok(0), |value| whole("player random-plies", value, 0..=u32::MAX))?;
        let kind = Kind::read(&mut unread)?;
        let player = Self { settings, name, kind, limit, random_plies };
        player.check()?;
        Ok(player)
    }

    /// Checks that each of these common settings was added to one of the players.
    ///
    /// # Errors
    /// A setting that all players have themselves, or that none of them reads.
    pub fn check_common(common: &Settings, players: &[Self]) -> Result<(), ParseError> {
        let settings: Vec<_> = players.iter().map(|player| &player.settings).collect();
        common.unused(&settings).map_or(Ok(()), |(key, value)| {
            let expected = "a setting that one of the players does not have itself, and reads";
            Err(ParseError::new(format!("each {key}"), value, expected))
        })
    }

    /// Checks that the kind accepts the limit, and that the text can be read back.
    pub(crate) fn check(&self) -> Result<(), ParseError> {
        if let Some(expected) = self.kind.refuses(self.limit) {
            return Err(ParseError::new("player", &self.settings.to_string(), expected));
        }
        self.settings.check()
    }

    /// Sets a limit of nodes for each move.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        self.limited(Limit::Nodes(nodes))
    }

    /// Sets a limit of depth for each move, in player moves.
    #[must_use]
    pub fn depth(self, depth: u32) -> Self {
        self.limited(Limit::Depth(depth))
    }

    /// Sets a limit of time for each move.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        self.limited(Limit::Move(time))
    }

    /// Sets a clock: the time for the game, and the increment of each move.
    #[must_use]
    pub fn clock(self, time: Duration, increment: Duration) -> Self {
        self.limited(Limit::Clock { time, increment })
    }

    fn limited(self, limit: Limit) -> Self {
        let settings =
            Limit::KEYS.iter().fold(self.settings, |settings, key| settings.without(key));
        let (key, value) = limit.setting();
        Self { limit: Some(limit), settings: settings.with(key, value), ..self }
    }

    /// Sets the number of player moves at the start of the game before which the player moves at
    /// random.
    #[must_use]
    pub fn random_plies(self, plies: u32) -> Self {
        let settings = self.settings.with("random-plies", plies);
        Self { settings, random_plies: plies, ..self }
    }

    /// Tells a player in another program the file of a pack that the game names. The program cannot
    /// know it otherwise.
    #[must_use]
    pub fn told_of_pack(mut self, file: &str) -> Self {
        const PACK: &str = "Pack";
        if let Kind::Launch(launch) = &mut self.kind
            && launch.options.iter().all(|(name, _)| name != PACK)
        {
            launch.options.push((PACK.to_owned(), file.to_owned()));
            self.settings = self.settings.with(&Launch::key_of(PACK), file);
        }
        self
    }

    /// The name of the player.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind of the player.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The limit of a move.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.limit.unwrap_or_default()
    }

    /// The number of player moves at the start of the game before which the player moves at random.
    #[must_use]
    pub fn plies_at_random(&self) -> u32 {
        self.random_plies
    }

    /// Whether the same position always gets the same answer. This is assumed of other programs.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.limit().is_repeatable()
    }

    /// The file that the player depends on.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.kind.file()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}

impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::read(Settings::parse(text)?)
    }
}

impl From<&str> for Player {
    /// A player with this name that searches in this process.
    fn from(name: &str) -> Self {
        Self::search(name)
    }
}

#[cfg(test)]
mod tests {
    use engine::{Parameters, Technique};

    use super::*;
    use crate::WeightsSource;
    use crate::players::sampling::Sampling;
    use crate::players::uct::Uct;

    fn read(text: &str) -> Player {
        text.parse().unwrap()
    }

    #[test]
    fn players_are_read() {
        let player = read("near=no,reductions=yes,name=A,weights=zero,depth=2");
        assert_eq!((player.name(), player.limit()), ("A", Limit::Depth(2)));
        let technique = |name| Technique::named(name).unwrap();
        let switches = vec![(technique("near_table"), false), (technique("lmr"), true)];
        let search = Search { weights: WeightsSource::Zero, switches, ..Search::default() };
        assert_eq!(*player.kind(), search.into());
        let player = read("name=B,cmd=./old,nodes=9,option.Seed=4,hash=2");
        let options = [("Hash", "2"), ("Seed", "4")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        assert_eq!(*player.kind(), Launch { options, ..Launch::new("./old") }.into());
        assert_eq!(read("name=A").limit(), Limit::Nodes(5000));
        assert_eq!(*read("name=A,greedy=yes").kind(), Kind::Greedy(Greedy));
        let player = read("name=A,sampling=30,depth=2,weights=zero");
        let sampling = Sampling { worlds: 30, weights: WeightsSource::Zero };
        assert_eq!((player.kind(), player.limit()), (&sampling.into(), Limit::Depth(2)));
        let player = read("name=A,uct=yes,time=10ms,exploration=0.7");
        assert_eq!(*player.kind(), Uct { exploration: Some(70), first_play: None }.into());
    }

    /// Programs, arguments and options with spaces and commas, read and built.
    #[test]
    fn quotes_keep_commas_and_spaces() {
        let player = read("name=B,cmd=\"/a, b/x\",args=\"--a 'b c, d' e\",option.File='p, q'");
        let expected = Launch {
            arguments: ["--a", "b c, d", "e"].map(str::to_owned).to_vec(),
            options: vec![("File".to_owned(), "p, q".to_owned())],
            ..Launch::new("/a, b/x")
        };
        assert_eq!(*player.kind(), expected.clone().into());
        assert_eq!(*read(&Player::new("B", expected).to_string()).kind(), *player.kind());
        for arguments in [&[][..], &["a b"], &["", "'"], &["it's", "\"a, b\"", "\\"]] {
            let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
            let launch = Launch { arguments, ..Launch::new("x") };
            let built = Player::new("A", launch.clone());
            assert_eq!(*read(&built.to_string()).kind(), launch.into(), "{built}");
        }
        let told = read("name=A,cmd=x").told_of_pack("my, pack.toml").to_string();
        assert_eq!(told, "name=A,cmd=x,option.Pack=\"my, pack.toml\"");
        let weights = WeightsSource::File("a, b.toml".into());
        assert_eq!(
            *read("name=A,weights='a, b.toml'").kind(),
            Search { weights, ..Search::default() }.into()
        );
    }

    #[test]
    fn numbers_of_the_search_are_read() {
        let player = read("name=A,set.lmr_min_move=7,set.time_moves=9");
        let mut parameters = Parameters::DEFAULT;
        parameters.read("lmr_min_move", "7").unwrap();
        parameters.read("time_moves", "9").unwrap();
        assert_eq!(*player.kind(), Search { parameters, ..Search::default() }.into());
    }

    /// The text of a player is the text that it was read from, or an equivalent one.
    #[test]
    fn texts_read_back() {
        for text in [
            "near=no,reductions=yes,name=A,weights=zero,depth=2",
            "name=A,set.lmr_index=7,time=10ms",
            "tc=10+0.1,name=A,cmd=./old,args=x y,hash=3",
            "name=O'Brien,cmd=\"/a, b/engine\",args=\"--a 'b, c' 'd e'\",option.File='p, q'",
            "name=A,cmd=./old,args=--a 'b, c'",
        ] {
            let player = read(text);
            assert_eq!(player.to_string(), text);
            let built = Player::new(player.name(), player.kind().clone()).limited(player.limit());
            let back = read(&built.to_string());
            assert_eq!((back.kind(), back.limit()), (player.kind(), player.limit()), "{built}");
        }
        let clock = Player::search("A").clock(Duration::from_millis(1500), Duration::ZERO);
        assert_eq!(read(&clock.to_string()), clock);
        let uct = Player::new("A", Uct { exploration: Some(7), first_play: None }).nodes(5);
        assert_eq!(uct.to_string(), "name=A,uct=yes,exploration=0.07,nodes=5");
        assert_eq!(read(&uct.to_string()), uct);
        let random = Player::random("B").random_plies(3);
        assert_eq!(random.to_string(), "name=B,random=yes,random-plies=3");
        let sampling = Sampling { worlds: 3, weights: WeightsSource::Zero };
        let sampling = Player::new("C", sampling).nodes(2).depth(1);
        assert_eq!(sampling.to_string(), "name=C,sampling=3,weights=zero,depth=1");
        assert_eq!(read(&sampling.to_string()), sampling);
    }

    #[test]
    fn common_settings_have_an_effect() {
        for (common, players, refused) in [
            ("nodes=5,hash=3", &["name=A", "name=B,depth=3"][..], None),
            ("nodes=5", &["name=A,nodes=6", "name=B,depth=3"], Some("each nodes: read \"5\"")),
            ("lmr=no", &["name=A,random=yes", "name=B,greedy=yes"], Some("each lmr: read \"no\"")),
            ("name=C", &["name=A"], Some("each name: read \"C\"")),
            ("name=A", &["name=A"], Some("each name: read \"A\"")),
            ("random-plies=2", &["name=A,random=yes", "name=B,random-plies=3"], None),
        ] {
            let common = Settings::parse(common).unwrap();
            let player = |text: &&str| {
                Player::read(Settings::parse(text).unwrap().with_common(&common).unwrap()).unwrap()
            };
            let players: Vec<_> = players.iter().map(player).collect();
            let error =
                Player::check_common(&common, &players).err().map(|error| error.to_string());
            assert_eq!(error.is_some(), refused.is_some(), "{error:?}");
            assert!(error.unwrap_or_default().starts_with(refused.unwrap_or_default()));
        }
    }

    #[test]
    fn processes_are_told_of_a_pack() {
        let told = |text: &str| read(text).told_of_pack("p.toml").to_string();
        assert_eq!(told("name=A,cmd=x,nodes=5"), "name=A,cmd=x,nodes=5,option.Pack=p.toml");
        for text in ["name=A,nodes=5", "name=A,random=yes", "name=A,cmd=x,option.Pack=q.toml"] {
            assert_eq!(told(text), text);
        }
    }

    #[test]
    fn limits_go_with_kinds() {
        for (player, expected) in [
            (Player::random("A").nodes(3), "no limit with random=yes or greedy=yes"),
            (Player::greedy("A").depth(3), "no limit with random=yes or greedy=yes"),
            (Player::search("A\u{1b}B"), "a text without control characters"),
        ] {
            let error = player.check().unwrap_err().to_string();
            assert!(error.ends_with(expected), "{error}");
        }
        assert_eq!(Player::process("A", "./x").nodes(3).check(), Ok(()));
    }

    #[test]
    fn errors_name_field_and_text() {
        for (text, message) in [
            ("", "player: read \"\", expected key=value"),
            ("name=A,cmd=\"/a, b", "expected each quote closed"),
            ("name=A,cmd=x,args=a 'b", "expected each quote closed"),
            ("nodes=5", "expected a name=..."),
            ("name=A,depth=2,nodes=5", "expected only one of"),
            (
                "name=A,nodes=0",
                "read \"0\", expected a whole number from 1 to 18446744073709551615",
            ),
            ("name=A,nodes=5,near=no,near_table=no", "expected each key only once"),
            ("name=A,random=yes,nodes=3", "expected no limit"),
            ("name=A,random=yes,hash=3", "expected keys that go together"),
            ("name=A,random=yes,greedy=yes", "expected one of random=yes greedy=yes"),
            ("name=A,greedy=yes,depth=1", "expected no limit"),
            (
                "name=A,sampling=0,depth=1",
                "player sampling: read \"0\", expected a whole number from 1 to 4294967295",
            ),
            ("name=A,sampling=5", "expected a depth=N with sampling=WORLDS"),
            ("name=A,sampling=5,depth=1,hash=3", "expected keys that go together"),
            ("name=A,uct=yes,depth=3", "expected nodes=N (simulations), time= or tc= with uct=yes"),
            ("name=A,uct=yes,weights=zero", "expected keys that go together"),
            ("name=A,exploration=1", "expected keys that go together"),
            (
                "name=A,uct=yes,first-play=-1",
                "player first-play: read \"-1\", expected a number from 0 to 100",
            ),
            ("name=A,cmd=x,hash=2,option.Hash=3", "expected each option only once"),
            ("name=A,cmd=x,option.Seed=1,option.seed=2", "expected each option only once"),
            ("name=A,cmd=x,reductions=no", "expected keys that go together"),
            ("name=A,magic=no", "player key: read \"magic\", expected one of name random"),
            (
                "name=A,set.lmr_min_move=0",
                "parameter lmr_min_move: read \"0\", expected a whole number",
            ),
            ("name=A,set.magic=0", "parameter: read \"magic\", expected one of aspiration_depth"),
            ("name=A,cmd=x,set.lmr_min_move=3", "expected keys that go together"),
            ("name=A,depth=2,star1=on", "player star1: read \"on\", expected yes or no"),
        ] {
            let error = Player::from_str(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
