//! The tag `GameType`: rules, the side that begins, the board, and the names of squares.

use std::fmt;

use games::etoile::{Board, Etoile, Nation, Square10};
use games::{AnyState, State};
use reader::ParseError;

use crate::board::{Corner, Layout};

/// A variant of draughts that the options of L'Étoile des Dames express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The number in the tag `GameType`.
    pub number: u32,
    /// The name.
    pub name: &'static str,
    /// The name in the Hub protocol.
    pub hub: &'static str,
    /// The attributes of the tag without its number.
    attributes: &'static str,
    /// The games with these rules. A game of a file is replayed by the first one that allows all
    /// of its moves.
    pub games: &'static [&'static str],
}

/// The variants. The guide "Draughts files and programs" says where they differ from the rules of
/// their federations.
pub const VARIANTS: &[Variant] = &[
    Variant {
        number: 20,
        name: "international draughts",
        hub: "normal",
        attributes: "W,10,10,N2,0",
        games: &["etoile:board=square10,landing=any,majority=yes,omit=must,players=2"],
    },
    Variant {
        number: 21,
        name: "English draughts",
        hub: "english",
        attributes: "B,8,8,N1,0",
        games: &["etoile:board=square8,players=2,rules=english"],
    },
    Variant {
        number: 22,
        name: "Italian draughts",
        hub: "italian",
        attributes: "W,8,8,N2,1",
        games: &[
            "etoile:board=square8,majority=yes,players=2,rules=italian",
            // Kings move one cell in today's rules, and men capture only forward.
            "etoile:board=square8,majority=yes,players=2,rules=english",
        ],
    },
    Variant {
        number: 23,
        name: "American pool checkers",
        hub: "pool",
        attributes: "B,8,8,N1,0",
        games: &["etoile:board=square8,landing=any,omit=must,players=2"],
    },
    Variant {
        number: 24,
        name: "Spanish draughts",
        hub: "spanish",
        attributes: "W,8,8,N1,1",
        games: &["etoile:board=square8,landing=any,majority=yes,omit=must,players=2,rules=german"],
    },
    Variant {
        number: 26,
        name: "Brazilian draughts",
        hub: "brazilian",
        attributes: "W,8,8,A0,0",
        games: &["etoile:board=square8,landing=any,majority=yes,omit=must,players=2"],
    },
    Variant {
        number: 28,
        name: "Portuguese draughts",
        hub: "portuguese",
        attributes: "W,8,8,N1,1",
        games: &["etoile:board=square8,landing=any,majority=yes,omit=must,players=2,rules=german"],
    },
    Variant {
        number: 29,
        name: "Czech draughts",
        hub: "czech",
        attributes: "W,8,8,A0,0",
        games: &["etoile:board=square8,landing=any,omit=must,players=2,rules=german"],
    },
];

/// The variants that the options do not express, with the reason.
const OTHERS: &[(u32, &str)] = &[
    (25, "Russian draughts, where a man that reaches the last row goes on capturing as a king"),
    (27, "Canadian draughts, on a board of 12x12 squares"),
    (30, "Turkish draughts, where pieces move along rows and columns"),
    (31, "Thai draughts, where each side begins with eight men"),
    (40, "Frisian draughts, where pieces also capture along rows and columns"),
    (41, "Spantsiretti, on a board of 10x8 squares"),
];

impl Variant {
    /// The variant of a number in the tag `GameType`.
    #[must_use]
    pub fn of_number(number: u32) -> Option<&'static Self> {
        VARIANTS.iter().find(|variant| variant.number == number)
    }

    /// The variant of a name in the Hub protocol.
    #[must_use]
    pub fn of_hub(name: &str) -> Option<&'static Self> {
        VARIANTS.iter().find(|variant| variant.hub == name)
    }

    /// The variant whose rules come nearest to those of a game; `None` for a game on another board.
    #[must_use]
    pub fn of_game(any: &AnyState) -> Option<&'static Self> {
        let number = match any {
            AnyState::EtoileSquare8(state) => number(state),
            AnyState::EtoileSquare10(state) => number(state),
            _ => return None,
        };
        Self::of_number(number)
    }

    /// The game type with the usual attributes.
    #[must_use]
    pub fn game_type(&'static self) -> GameType {
        GameType::parse(&format!("{},{}", self.number, self.attributes)).unwrap_or(GameType {
            variant: self,
            white_begins: true,
            layout: Layout::standard(10),
        })
    }
}

fn number<B: Board>(state: &State<Etoile<B>>) -> u32 {
    let rules = state.game().rules();
    match (rules.nation, rules.majority) {
        _ if B::NAME == Square10::NAME => 20,
        (Nation::English, _) => 21,
        (Nation::Italian, _) => 22,
        (Nation::German, true) => 24,
        (Nation::German, false) => 29,
        (Nation::French, true) => 26,
        (Nation::French, false) => 23,
    }
}

/// The value of the tag `GameType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// The variant.
    pub variant: &'static Variant,
    /// White begins.
    pub white_begins: bool,
    /// The names of the squares.
    pub layout: Layout,
}

impl GameType {
    /// Reads the value of the tag: a number, perhaps with attributes.
    ///
    /// # Errors
    /// A text of another form; a variant that the options do not express.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = |expected: String| ParseError::new("GameType", text, expected);
        let (number, attributes) = text.split_once(',').unwrap_or((text, ""));
        let form = "a number, or a number and attributes as in 20,W,10,10,N2,0";
        let number: u32 = number.trim().parse().map_err(|_| wrong(form.to_owned()))?;
        let variant = Variant::of_number(number).ok_or_else(|| {
            let known: Vec<_> = VARIANTS.iter().map(|known| known.number.to_string()).collect();
            let known = format!("one of {}", known.join(" "));
            let other = OTHERS.iter().find(|(other, _)| *other == number);
            wrong(other.map_or_else(|| known.clone(), |(_, why)| format!("{known}; not {why}")))
        })?;
        let attributes = if attributes.is_empty() { variant.attributes } else { attributes };
        let parts: Vec<_> = attributes.split(',').map(str::trim).collect();
        let (white_begins, size, notation, inverted) = match parts[..] {
            [color, width, height, notation] if width == height => (color, width, notation, "0"),
            [color, width, height, notation, flag] if width == height => {
                (color, width, notation, flag)
            }
            _ => return Err(wrong(form.to_owned())),
        };
        let size: u8 = size.parse().unwrap_or(0);
        let own = if number == 20 { 10 } else { 8 };
        if size != own {
            return Err(wrong(format!("a board of {own}x{own} squares with type {number}")));
        }
        let (kind, corner) = match notation.as_bytes() {
            &[kind @ (b'A' | b'N' | b'S'), digit @ b'0'..=b'3'] => (kind, digit - b'0'),
            _ => return Err(wrong(form.to_owned())),
        };
        let writes_letters = kind != b'N';
        let corner = Corner::of_digit(corner);
        let (numbers, letters) = if writes_letters {
            (Corner::of_digit(2), corner)
        } else {
            (corner, Corner::of_digit(0))
        };
        let inverted = match inverted {
            "0" => false,
            "1" => true,
            _ => return Err(wrong(form.to_owned())),
        };
        let white_begins = match white_begins {
            "W" => true,
            "B" => false,
            _ => return Err(wrong(form.to_owned())),
        };
        let layout = Layout { size, numbers, letters, inverted, writes_letters };
        Ok(Self { variant, white_begins, layout })
    }

    /// The rules that a text names: a game with its options, or a value of the tag. The result is
    /// the game, and its type.
    ///
    /// # Errors
    /// A text that is neither; a game on another board than `square8` and `square10`.
    pub fn rules(text: &str) -> Result<(String, Self), ParseError> {
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            let game_type = Self::parse(text)?;
            return Ok((game_type.variant.games[0].to_owned(), game_type));
        }
        let start = AnyState::start(text)?;
        Ok((start.game_text(), Self::of_game(&start)?))
    }

    /// The game type of a game that has no such tag.
    ///
    /// # Errors
    /// A game on another board than `square8` and `square10`.
    pub fn of_game(any: &AnyState) -> Result<Self, ParseError> {
        let variant = Variant::of_game(any).ok_or_else(|| {
            let expected = "etoile with board=square8 or board=square10";
            ParseError::new("game", &any.game_text(), expected)
        })?;
        Ok(variant.game_type())
    }

    /// Whether a win counts as two points in results.
    #[must_use]
    pub fn counts_two_points(&self) -> bool {
        self.variant.number == 20
    }

    /// The layouts by which squares are read, the usual one first. A variant that writes letters
    /// has no rule for numbers: some programs count from the top left, others from a1. And some
    /// programs write attributes in the tag that contradict their numbers.
    #[must_use]
    pub fn layouts(&self) -> Vec<Layout> {
        let mut layouts = vec![self.layout];
        if self.layout.writes_letters {
            layouts.push(Layout { numbers: self.layout.letters, ..self.layout });
        }
        let usual = self.variant.game_type().layout;
        if usual != self.layout {
            layouts.push(usual);
        }
        layouts
    }
}

/// The value of the tag: only the number, if the attributes are the usual ones.
impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, white_begins, layout } = self;
        let kind = if layout.writes_letters { 'A' } else { 'N' };
        let corner = if layout.writes_letters { layout.letters } else { layout.numbers };
        let color = if *white_begins { 'W' } else { 'B' };
        let (size, inverted) = (layout.size, u8::from(layout.inverted));
        let attributes = format!("{color},{size},{size},{kind}{},{inverted}", corner.digit());
        if attributes == variant.attributes {
            write!(f, "{}", variant.number)
        } else {
            write!(f, "{},{attributes}", variant.number)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_written() {
        for (text, written) in [
            ("20", "20"),
            ("20,W,10,10,N2,0", "20"),
            ("21", "21"),
            ("21,B,8,8,N1", "21"),
            ("21,W,8,8,N1,0", "21,W,8,8,N1,0"),
            ("22", "22"),
            ("23,W,8,8,A0,0", "23,W,8,8,A0,0"),
            ("26", "26"),
        ] {
            assert_eq!(GameType::parse(text).map(|found| found.to_string()), Ok(written.into()));
        }
        for (text, words) in [
            ("", "expected a number"),
            ("x", "expected a number"),
            ("25", "expected one of 20 21 22 23 24 26 28 29; not Russian draughts"),
            ("99", "expected one of 20"),
            ("20,W,8,8,N2,0", "a board of 10x10 squares with type 20"),
            ("20,W,10,10,N4,0", "expected a number"),
            ("20,W,10", "expected a number"),
            ("20,X,10,10,N2,0", "expected a number"),
            ("20,W,10,10,N2,7", "expected a number"),
        ] {
            let error = GameType::parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    /// Each game of a variant belongs to the first variant with its rules.
    #[test]
    fn games_have_their_variant() {
        for variant in VARIANTS {
            let game = AnyState::start(variant.games[0]).unwrap();
            let found = Variant::of_game(&game).expect("a variant");
            assert_eq!(found.games[0], variant.games[0]);
            assert_eq!(game.game_text(), variant.games[0], "written as the engine writes it");
            assert_eq!(variant.game_type().to_string(), variant.number.to_string());
        }
        assert!(Variant::of_game(&AnyState::start("etoile").unwrap()).is_none());
    }
}
