//! Any lines as FEN, as lines and positions of Hub, and as messages of DXP. Reading never panics.
//! Accepted input is written and read back the same.

#![no_main]

use draughts::dxp::{self, Message, Splitter};
use draughts::hub::{self, Line};
use draughts::{GameType, VARIANTS, read_fen, write_fen};
use fuzz::check_error;
use games::AnyState;
use libfuzzer_sys::fuzz_target;

fn check_fen(text: &str) {
    if let Ok(game_type) = GameType::parse(text) {
        assert_eq!(GameType::parse(&game_type.to_string()), Ok(game_type));
    }
    for variant in VARIANTS {
        let (game, game_type) = (variant.games[0], variant.game_type());
        match read_fen(text, game, &game_type) {
            Ok(state) => {
                let written = write_fen(&state, &game_type).expect("a draughts game");
                assert_eq!(read_fen(&written, game, &game_type), Ok(state), "{written}");
            }
            Err(error) => check_error(&error),
        }
    }
}

fn check_moves(state: &AnyState) {
    for mv in state.legal_moves().into_iter().take(50) {
        let text = hub::move_text(state, mv).expect("a step or a capture");
        assert_eq!(hub::read_move(state, &text), Ok(mv), "{text}");
        let message = dxp::write_move(state, mv, 0).expect("a step or a capture");
        let Message::Move { from, to, captured, .. } = message else { panic!("a move") };
        assert_eq!(dxp::read_move(state, from, to, &captured), Some(mv));
    }
}

fn check_hub(text: &str) {
    match Line::parse(text) {
        Ok(line) => {
            let written = line.to_string();
            let again = Line::parse(&written).expect("a line that was written");
            assert_eq!(again.to_string(), written);
        }
        Err(error) => check_error(&error),
    }
    for variant in &VARIANTS[..2] {
        if let Ok(state) = hub::read_position(text, variant.games[0]) {
            let written = hub::position(&state).expect("a draughts game");
            assert_eq!(hub::read_position(&written, variant.games[0]), Ok(state.clone()));
            check_moves(&state);
        }
        let start = AnyState::start(variant.games[0]).expect("a game");
        let _ = hub::read_move(&start, text);
        let _ = dxp::read_position(text, variant.games[0]);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        check_fen(line);
        check_hub(line);
        if let Ok(message) = Message::parse(line.as_bytes()) {
            let written = message.to_string();
            let again = Message::parse(written.as_bytes()).expect("a message that was written");
            assert_eq!(again.to_string(), written);
        }
    }
    let mut splitter = Splitter::default();
    for piece in bytes.chunks(7) {
        splitter.add(piece);
        while let Some(message) = splitter.next_message() {
            if let Err(error) = message {
                check_error(&error);
            }
        }
    }
});
