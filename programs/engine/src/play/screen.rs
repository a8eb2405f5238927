//! The output for the player: the board or words, in the player's language.

use std::io::{IsTerminal, stdout};

use cli::{Failure, print, print_line};
use games::{Paint, ParseError};
use play::{
    Controller, GameView, Happening, HappeningKind, Language, LiveGame, Opinion, StepView, Texts,
    Threatened, Turn, Viewer, texts,
};

use crate::output::wrapped;

/// The greatest length of a line, in characters.
const WIDTH: usize = 79;

/// The form of the output.
pub(super) struct Screen {
    language: Language,
    plain: bool,
    paint: Paint,
    /// Whether boards are shown from the other side.
    flipped: bool,
}

/// The reader of the screen: the person to act, or everybody if no person plays.
pub(super) fn viewer(game: &LiveGame) -> Viewer {
    let people: Vec<_> = (0..)
        .zip(game.controllers())
        .filter(|(_, sitter)| **sitter == Controller::Person)
        .map(|(player, _)| player)
        .collect();
    let acting = match game.turn() {
        Turn::Player { player } | Turn::Chance { player } => Some(player),
        Turn::Over => None,
    };
    match (acting.filter(|player| people.contains(player)), people.as_slice()) {
        (_, []) => Viewer::All,
        (Some(player), _) | (None, &[player]) => Viewer::Player(player),
        (None, _) => Viewer::Nobody,
    }
}

impl Screen {
    pub(super) fn new(language: Language, plain: bool) -> Self {
        let dull = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = stdout().is_terminal() && !dull;
        Self {
            language,
            plain,
            paint: if colour { Paint::Colour } else { Paint::Plain },
            flipped: false,
        }
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }

    pub(super) fn texts(&self) -> &'static Texts {
        texts(self.language)
    }

    /// Whether there are words instead of boards.
    pub(super) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Shows boards from the other side from now on.
    pub(super) fn flip(&mut self) {
        self.flipped ^= true;
    }

    pub(super) fn set_language(&mut self, language: Language) {
        self.language = language;
    }

    /// Prints the text of a key, with names filled in.
    pub(super) fn say(&self, key: &str, given: &[(&str, &str)]) -> Result<(), Failure> {
        print_line(&self.texts().fill(key, given))
    }

    /// Prints the reason why a line was refused. The game goes on.
    pub(super) fn error(&self, message: &str) -> Result<(), Failure> {
        self.say("cli.error", &[("message", message)])
    }

    /// An error message in the player's language, if the texts have one.
    pub(super) fn refusal(&self, key: &str, error: &ParseError) -> String {
        let (own, read) = (format!("cli.refused-{key}"), error.read.as_str());
        let given = [("field", error.field.as_str()), ("read", read)];
        match self.language {
            _ if self.texts().has(&own) => self.texts().fill(&own, &given),
            Language::English => error.to_string(),
            Language::French => self.texts().fill("cli.refused", &given),
        }
    }

    /// The position in words.
    pub(super) fn described(&self, game: &LiveGame) -> Result<(), Failure> {
        let lines = game.describe(self.texts(), viewer(game));
        lines.iter().try_for_each(|line| print_line(line))
    }

    pub(super) fn welcome(&self, game: &LiveGame) -> Result<(), Failure> {
        let view = game.view(Viewer::Nobody);
        let title = self.texts().get(&format!("{}.title", view.name)).to_owned();
        self.say("cli.welcome", &[("game", &title)])
    }

    /// The help on commands, with the name of a player of this game as an example.
    pub(super) fn help(&self, game: &LiveGame) -> Result<(), Failure> {
        let players = game.players();
        self.say("cli.help", &[("player", players.last().copied().unwrap_or_default())])
    }

    /// A summary of the rules, in lines that fit a terminal.
    pub(super) fn rules(&self, game: &LiveGame) -> Result<(), Failure> {
        let rules = self.texts().rules(game.view(Viewer::Nobody).name, &game.options());
        print(&rules.lines().map(|rule| wrapped(rule, "", WIDTH)).collect::<String>())
    }

    /// The common name of a player, with the name in texts.
    fn name(&self, view: &GameView, player: u8) -> String {
        let short = view.players[usize::from(player)];
        let long = self.texts().player(view.name, &view.players, player);
        if long == short { long } else { format!("{long} ({short})") }
    }

    /// A move or an event; in words if there is no board.
    pub(super) fn step_text(&self, game: &LiveGame, text: &str) -> String {
        if self.plain { game.say(self.texts(), text) } else { text.to_owned() }
    }

    /// Prints the steps from a number on, with their happenings. Hidden draws get no line.
    pub(super) fn steps(&self, game: &LiveGame, from: usize) -> Result<(), Failure> {
        let view = game.view(viewer(game));
        for step in &view.steps[from..view.cursor] {
            let StepView { text, player, chance, .. } = step;
            let name = self.name(&view, *player);
            if *chance && !step.unseen {
                let event = game.say(self.texts(), text);
                self.say("cli.rolled", &[("player", &name), ("event", &event)])?;
            } else if !step.unseen {
                let text = self.step_text(game, text);
                self.say("cli.engine-plays", &[("player", &name), ("move", &text)])?;
            }
            for happening in step.happened.iter().filter(|it| self.is_news(&view, step, it)) {
                let told = game.tell(self.texts(), happening);
                told.iter().try_for_each(|words| print_line(words))?;
            }
        }
        Ok(())
    }

    /// Whether neither the text of a step nor the result of the game tells a happening.
    fn is_news(&self, view: &GameView, step: &StepView, happening: &Happening) -> bool {
        match happening.kind {
            HappeningKind::End => self.texts().has(&format!("{}.event-end", view.name)),
            HappeningKind::Capture | HappeningKind::Huff => {
                !step.text.contains(['x', ':']) && !step.text.starts_with('-')
            }
            _ => true,
        }
    }

    /// The board with its legend.
    pub(super) fn board(&self, game: &LiveGame) -> Result<(), Failure> {
        let board = game.picture(self.texts(), viewer(game), self.paint, self.flipped);
        print_line(&format!("\n{}", board.trim_end()))
    }

    /// Prints the board, and the next to act.
    pub(super) fn position(&self, game: &LiveGame) -> Result<(), Failure> {
        let view = game.view(viewer(game));
        if !self.plain {
            self.board(game)?;
        } else if game.hides() {
            // A player must know the cards of the hand.
            self.described(game)?;
        }
        match view.turn {
            Turn::Player { player } => {
                self.say("ui.your-turn", &[("player", &self.name(&view, player))])
            }
            Turn::Chance { player } => {
                let key = if game.hides() { "ui.turn-draw" } else { "ui.turn-roll" };
                self.say(key, &[("player", &self.name(&view, player))])?;
                self.say("cli.roll-hint", &[])
            }
            Turn::Over => self.say("ui.over", &[("result", &self.result(&view))]),
        }
    }

    /// The winner, and the points.
    fn result(&self, view: &GameView) -> String {
        let shares = view.result.as_deref().unwrap_or_default();
        let winner = shares.iter().position(|&share| share == 1.0);
        let result = match winner {
            Some(seat) => {
                let players = (0..).zip(&view.seats).filter(|(_, of)| usize::from(**of) == seat);
                let names: Vec<_> = players.map(|(player, _)| self.name(view, player)).collect();
                let own = format!("{}.won", view.name);
                let key = match names.len() {
                    1 if self.texts().has(&own) => own.as_str(),
                    1 => "ui.won",
                    _ => "ui.won-many",
                };
                self.texts().fill(key, &[("player", &names.join(", "))])
            }
            None => self.texts().get("ui.drawn").to_owned(),
        };
        let points: Vec<_> = view.points.iter().map(ToString::to_string).collect();
        if points.is_empty() { result } else { format!("{result}, {}", points.join("-")) }
    }

    /// The threats: moves that each player could make at once.
    pub(super) fn threats(&self, game: &LiveGame) -> Result<(), Failure> {
        let view = game.view(viewer(game));
        let threats = game.threats();
        if threats.is_empty() {
            return self.say("ui.threat-none", &[]);
        }
        for threat in threats {
            let common = match threat.kind {
                Threatened::Win => "ui.threat-win",
                Threatened::Capture => "ui.threat-capture",
            };
            let own = game.threat_key(threat.kind).filter(|key| self.texts().has(key));
            let key = own.as_deref().unwrap_or(common);
            let rolls = threat.rolls.map_or(String::new(), |rolls| {
                self.texts().fill("ui.threat-rolls", &[("rolls", &rolls.to_string())])
            });
            let moves: Vec<_> = threat.moves.iter().map(|mv| self.step_text(game, mv)).collect();
            let moves = moves.join(if self.plain { "; " } else { " " });
            let name = self.name(&view, threat.player);
            self.say(key, &[("player", &name), ("rolls", &rolls), ("moves", &moves)])?;
        }
        Ok(())
    }

    /// Prints the expected results and the best variations.
    pub(super) fn opinion(&self, game: &LiveGame, opinion: &Opinion) -> Result<(), Failure> {
        let view = game.view(viewer(game));
        for (seat, share) in (0..).zip(&opinion.shares) {
            let player = view.seats.iter().position(|&of| of == seat).unwrap_or(0) as u8;
            let share = format!("{:.1}", 100.0 * share);
            self.say("cli.share", &[("player", &self.name(&view, player)), ("share", &share)])?;
        }
        for line in &opinion.lines {
            let moves: Vec<_> = line.moves.iter().map(|mv| self.step_text(game, mv)).collect();
            print_line(&format!(
                "{:5.1} %  {}",
                100.0 * line.share,
                moves.join(if self.plain { "; " } else { " " })
            ))?;
        }
        Ok(())
    }
}
