//! The views of a game with hidden cards.

use engine::Playable;
use games::{
    Actor, AnyState, Information, Seat, State, format_position, pick_event, pick_move, with_state,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use selfplay::{Playthrough, view};

const REFEREE: &str =
    "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/Cr.F.G.L2r.L5h.N3b.N5h.R2r -";
const SHOWN: &str = "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -";

#[test]
fn hidden_cards_are_not_shown() {
    let any = AnyState::parse(REFEREE).expect("a position");
    with_state!(any, state => {
        let line = Playthrough::new(state);
        assert_eq!(line.text(), REFEREE);
        assert_eq!(view(&line, Seat::FIRST).playthrough.text(), SHOWN);
    });
}

/// Checks in a whole match that the view is the same for all deals of the hidden cards, and that it
/// has none of the earlier moves and draws.
fn check_match<G: Playable>(state: State<G>) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut line, mut buffer, mut views) = (Playthrough::new(state), Vec::new(), 0);
    loop {
        let (game, position) = (line.state.game(), line.state.position());
        match line.state.actor() {
            Actor::Over(_) => return views,
            Actor::Chance => {
                let event = pick_event(game, position, &mut rng).expect("an event");
                line.apply_event(event);
            }
            Actor::Seat(seat) => {
                let shown = view(&line, seat).playthrough.text();
                let seen = line.state.seen_by(G::Information::player(game, position));
                assert_eq!(shown, format_position(game, seen.position()));
                let mut other = line.clone();
                other.state = seen.resampled(&mut rng);
                assert_eq!(view(&other, seat).playthrough.text(), shown);
                views += usize::from(other.state.position() != position);
                let mv = pick_move(game, position, &mut buffer, &mut rng).expect("a move");
                line.play(mv);
            }
        }
    }
}

#[test]
fn a_view_depends_on_nothing_hidden() {
    for players in 2..=4 {
        let text = format!("buteur:players={players} startpos");
        let any = AnyState::parse(&text).expect("a start");
        let views = with_state!(any, state => check_match(state));
        assert!(views > 20, "{views} views of a match for {players}");
    }
}
