"""States, moves and games."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from french_board_games import Game, Move, Outcome, Pack, State, random_games

GAMES = [
    "benedictine",
    "maitres",
    "maitres:variant=annihilation",
    "ruches",
    "etoile",
    "etoile:board=square8,players=2",
    "buteur",
    "buteur:players=4",
]


def played(game: str, steps: int, seed: int = 1) -> State:
    """A state after random moves, fewer if the game ends before."""
    state, rng = Game(game).start(), random.Random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state.push_random(rng.getrandbits(64))
    return state


def test_games_are_built_from_names_and_options() -> None:
    game = Game("maitres", variant="annihilation")
    assert game.text == "maitres:variant=annihilation"
    assert game == Game("maitres:variant=annihilation") != Game("maitres")
    assert hash(game) == hash(Game("maitres:variant=annihilation"))
    assert repr(game) == 'Game("maitres:variant=annihilation")'
    assert game.options["variant"] == "annihilation"
    assert "annihilation" in game.option_help["variant"]
    assert (game.name, game.title, game.seats) == ("maitres", "La Guerre des Maîtres Français", 2)
    assert game.has_chance and not game.has_hidden_cards
    assert Game("etoile", players=2, omit="must").seat_names == ("A", "B")
    assert Game("benedictine", plies=100).options["plies"] == "100"
    assert set(Game.names()) == {"benedictine", "maitres", "ruches", "etoile", "buteur"}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Game("chess"), 'game: read "chess", expected one of benedictine maitres'),
        (lambda: Game("maitres", colour="red"), 'option: read "colour", expected one of'),
        (lambda: Game("maitres", variant="x"), 'option variant: read "x", expected one of'),
        (lambda: Game("maitres", variant="x,y=z"), 'option variant: read "x,y=z", expected one of'),
        (lambda: State("maitres"), 'position: read "", expected startpos'),
        (lambda: State("benedictine startpos moves a1-a9"), 'move: read "a1-a9"'),
        (lambda: State("buteur:pack=x startpos"), 'option pack: read "x", expected'),
        (lambda: Move(1 << 127), "bits: read"),
        (lambda: Move(-1), "bits: read -1, expected the number of a move"),
        (lambda: Pack("name = 3"), ""),
        (lambda: Outcome([], 2), "winners: read none"),
        (lambda: State("maitres startpos").view(2), 'player: read "2", expected a whole number from 0 to 1'),
        (lambda: State("maitres startpos").view(-1), 'player: read "-1", expected'),
        (lambda: State("maitres startpos").move_of(0), 'action: read "0"'),
        (lambda: State("maitres startpos").move_of(-(1 << 200)), "action: read"),
        (lambda: State("maitres startpos").push_random(1 << 64), 'seed: read "18446744073709551616"'),
        (lambda: random_games(Game("ruches"), -1), 'count: read "-1"'),
        (lambda: Outcome([300], 2), 'winners: read "300", expected a whole number from 0 to 1'),
    ],
)
def test_errors_name_the_field(make: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make()  # type: ignore[operator]
    assert message in str(caught.value)


def test_wrong_types_are_named() -> None:
    state = State("benedictine startpos")
    with pytest.raises(TypeError, match="'str' object is not an instance of 'Move'"):
        state.push("c2-d3@f2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="option plies: read True, expected a text"):
        Game("benedictine", plies=True)
    with pytest.raises(TypeError, match="start: read .*str.*, expected a Game or a State"):
        random_games("benedictine", 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        hash(state)
    assert state != "benedictine startpos"
    assert "c2" not in state.legal_moves


def test_moves_of_other_positions_are_refused() -> None:
    state = State("benedictine startpos")
    move = state.legal_moves[0]
    state.push(move)
    before = state.copy()
    for wrong, words in [
        (move, "expected one that is legal here"),
        (State("maitres startpos").chances[0][0], "expected a move of this game"),
    ]:
        with pytest.raises(ValueError, match=rf"move: read Move\({wrong.bits}\), {words}"):
            state.push(wrong)
        with pytest.raises(ValueError, match=words):
            state.move_text(wrong)
    with pytest.raises(ValueError, match='move: read "x", expected a legal move'):
        state.push_text("x")
    assert state == before and state.move_stack == [move]
    maitres = State("maitres startpos moves die4")
    mv = maitres.legal_moves[0]
    maitres.pop()
    with pytest.raises(ValueError, match="expected a chance event"):
        maitres.push(mv)


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_taken_back(game: str) -> None:
    state, rng, before = Game(game).start(), random.Random(3), []
    for _ in range(60):
        if state.is_over:
            break
        before.append(state.copy())
        move = state.push_random(rng.getrandbits(64))
        assert before[-1].is_legal(move) and state.peek() == move
    stack = state.move_stack
    assert len(stack) == len(before)
    for earlier, move in zip(reversed(before), reversed(stack), strict=True):
        assert state != earlier
        assert state.pop() == move
        assert state == earlier and state.move_stack == earlier.move_stack
    with pytest.raises(IndexError, match="move: read no move"):
        state.pop()
    with pytest.raises(IndexError):
        state.peek()


@pytest.mark.parametrize("game", GAMES)
def test_states_are_copied_and_pickled(game: str) -> None:
    state = played(game, 30)
    for again in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again == state and again.move_stack == state.move_stack and again.game == state.game
        last = again.pop()
        assert again != state
        again.push(last)
        assert again == state
    short = state.copy(stack=False)
    assert short == state and short.move_stack == []
    short = pickle.loads(pickle.dumps(short))
    assert short == state
    with pytest.raises(IndexError):
        short.pop()
    for thing in [*state.move_stack, state.game, state.game.start().result]:
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_repetition_is_pickled() -> None:
    state = State("benedictine startpos moves b1-a1 b7-a7 a1-b1 a7-b7")
    again = pickle.loads(pickle.dumps(state.copy(stack=False)))
    assert again == state != State("benedictine startpos")
    assert again.text == State("benedictine startpos").text


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_values(game: str) -> None:
    state = played(game, 12)
    moves = list(state.legal_moves) or [event for event, _ in state.chances]
    assert len(set(moves)) == len(moves) and sorted(moves) == sorted(reversed(moves))
    for move in moves[:20]:
        assert Move(move.bits) == move == eval(repr(move)) and hash(Move(move.bits)) == hash(move)
        text = state.move_text(move)
        assert state.parse_move(text) == move
        assert state.is_legal(move)
    assert len(state.legal_texts()) == len(moves)


def test_legal_moves_are_a_sequence() -> None:
    state = State("maitres startpos moves die4")
    moves = state.legal_moves
    assert len(moves) == 9 and moves[-1] == list(moves)[8] and moves[3] in moves
    with pytest.raises(IndexError, match="expected one of 9 moves"):
        moves[9]
    with pytest.raises(IndexError):
        moves[-10]
    assert random.choice(moves) in state.legal_moves
    state.push(moves[0])
    assert moves[0] in moves and moves[0] not in state.legal_moves and not state.legal_moves


def test_actors_chances_and_results() -> None:
    state = State("maitres startpos")
    assert (state.actor, state.mover, state.player) == ("chance", 0, None)
    assert [weight for _, weight in state.chances] == [1] * 6
    state.push_text("die4")
    assert (state.actor, state.player) == (0, 0) and state.chances == []
    over = played("ruches", 10_000)
    assert over.is_over and over.actor is None and over.player is None
    result = over.result
    assert result is not None and sum(result.points) == pytest.approx(1)
    with pytest.raises(ValueError, match="state: read a game that is over"):
        over.push_random(1)
    assert State("buteur:players=4 startpos").players == 4
    assert State("buteur:players=4 startpos").seats == 2


def test_outcomes() -> None:
    assert str(Outcome([1], 2)) == "0-1" and Outcome([1], 2).winner == 1
    draw = Outcome([1, 0], 2)
    assert str(draw) == "1/2-1/2" and draw.is_draw and draw.winner is None
    assert draw == Outcome((0, 1), 2) and hash(draw) == hash(Outcome([0, 1], 2))
    shared = Outcome([2, 0], 3)
    assert shared.winners == (0, 2) and shared.points == (0.5, 0.0, 0.5) and not shared.is_draw
    assert pickle.loads(pickle.dumps(shared)) == shared == eval(repr(shared))


@pytest.mark.parametrize("game", GAMES)
def test_actions_lead_to_moves(game: str) -> None:
    state = played(game, 20)
    actions = state.legal_actions()
    assert len(actions) == len(state.legal_moves) == len(set(actions))
    for move, action in zip(state.legal_moves, actions, strict=True):
        assert 0 <= action < state.game.num_actions
        assert state.action(move) == action and state.move_of(action) == move
    assert len(actions) <= state.game.most_moves


def test_views_hide_cards() -> None:
    state = played("buteur:players=4", 25, seed=5)
    for player in range(4):
        view = state.view(player)
        assert view.move_stack == [] and not view.hides(player)
        assert all(view.hides(other) for other in range(4) if other != player)
        assert view.view(player) == view
        assert pickle.loads(pickle.dumps(view)).text == view.text
        dealt = view.resample(7)
        assert not any(dealt.hides(other) for other in range(4))
        assert dealt == view.resample(7) and dealt.view(player).text == view.text
    assert "?" in state.view(0).text and "?" not in state.text
    plain = played("ruches", 10)
    assert plain.view(1) == plain and plain.view(1).move_stack == plain.move_stack




def test_random_games_are_reproducible() -> None:
    game = Game("ruches")
    steps, points = random_games(game, 40, seed=4)
    assert (steps, points) == random_games(game.start(), 40, seed=4)
    assert sum(points) == 40 and steps > 40
    assert random_games(game, 40, seed=5) != (steps, points)
    assert random_games(game, 0) == (0, [0.0, 0.0])


def test_texts() -> None:
    state = State("benedictine startpos")
    assert str(state) == state.text == "benedictine 1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g"
    assert repr(state) == f'State("{state.text}")' and eval(repr(state)) == state
    assert "│ G │" in state.diagram()
    assert Game("benedictine").state("startpos moves c2-d3@f2") == State(
        "benedictine startpos moves c2-d3@f2"
    )


def test_texts_of_draughts_players() -> None:
    game = Game("etoile:board=square10,landing=any,majority=yes,omit=must,players=2")
    assert State("W:W31-50:B1-20") == game.start()
    state = State("[White \"Ann\"]\n1. 32-28 19-23 2. 28x19 14x23 *")
    assert [state.pop() for _ in range(4)] and state == game.start()
    with pytest.raises(ValueError, match="line 1, column 10, move: read"):
        State("1. 32-28 32-28")
