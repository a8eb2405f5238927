from collections.abc import Iterator
from os import PathLike
from typing import IO, Any, ClassVar, Literal, TypeAlias, final

_Effort: TypeAlias = tuple[int, int, int, int, float, float]
_Value: TypeAlias = tuple[float, int | None, int | None, bool]
_Line: TypeAlias = tuple[_Effort, _Value, tuple[float, ...], list[Move]]

__all__ = [
    "Game",
    "LegalMoves",
    "Move",
    "Outcome",
    "Pack",
    "PdnGame",
    "Search",
    "Searcher",
    "State",
    "random_games",
    "read_pdn",
    "read_training_data",
]

@final
class Game:
    """A game with its options.

    Games are immutable. Two games are equal if their rules are.

    >>> game = Game("maitres", variant="annihilation")
    >>> game.text
    'maitres:variant=annihilation'
    >>> state = game.start()

    Args:
        name: The id of a game, one of `Game.names()`; options may follow as in a position text.
        **options: The options of the game: words, whole numbers, or a `Pack`. `option_help`
            explains them.

    Raises:
        ValueError: If a name, an option or a value is unknown. The message names the field.
        TypeError: If a value is of another type.
    """

    def __new__(cls, name: str, /, **options: str | int | Pack) -> Game: ...
    @staticmethod
    def names() -> tuple[str, ...]:
        """The ids of all games."""
    @property
    def name(self) -> str:
        """The id of the game, for example `"maitres"`."""
    @property
    def title(self) -> str:
        """The full name of the game."""
    @property
    def about(self) -> str:
        """A paragraph about the game."""
    @property
    def text(self) -> str:
        """The game with its options that are not the default, as position texts begin."""
    @property
    def options(self) -> dict[str, str]:
        """The value in force of each option, by key."""
    @property
    def option_help(self) -> dict[str, str]:
        """The meaning of each option and its possible values, by key."""
    @property
    def seats(self) -> int:
        """The number of seats, from 2 to 3. Each seat gets a share of the result."""
    @property
    def players(self) -> int:
        """The number of players, from 2 to 4. In Buteur, players of a team share a seat; in all other
        games each player has a seat.
        """
    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats in texts."""
    @property
    def most_moves(self) -> int:
        """The largest number of legal moves of a position."""
    @property
    def num_actions(self) -> int:
        """The number of actions: fixed numbers of moves, for policy networks. Actions are numbered
        from 0.
        """
    @property
    def observation_shape(self) -> tuple[int, int, int, int]:
        """The shape of observations: planes, rows, columns, single values.

        An observation is flat: `planes * rows * columns` numbers of the planes, then the values.
        """
    @property
    def observation_size(self) -> int:
        """The number of bytes of an observation."""
    def seat_of(self, player: int) -> int:
        """The seat of a player. Players of a team share a seat.

        Raises:
            ValueError: If there is no such player.
        """
    @property
    def has_chance(self) -> bool:
        """Whether chance (a die, cards that are drawn) acts in some positions."""
    @property
    def has_hidden_cards(self) -> bool:
        """Whether players hold cards that others do not see."""
    def start(self) -> State:
        """The state at the start of the game."""
    def state(self, position: str) -> State:
        """The state of a position text without the name of the game.

        Args:
            position: `startpos` or the fields of a position; then, after the word `moves`, moves.

        Raises:
            ValueError: If the text is no position of the game. The message names the field.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str | Pack]]: ...

@final
class LegalMoves:
    """The legal moves of a state when they were asked for: an immutable sequence of `Move`.

    It does not change when the state changes. `move in state.legal_moves`, `len`, indices, and
    `random.choice(state.legal_moves)` work as with a list.
    """

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Move: ...
    def __contains__(self, item: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...

@final
class Move:
    """A move or a chance event of any game.

    Moves are immutable. They can be compared, ordered, hashed, used as keys and pickled. A move has
    no text alone, since the text can depend on the position: `state.move_text(move)`.

    Args:
        bits: The number of a move, as `Move.bits` gives it. Numbers stay the same from one version
            to the next.

    Raises:
        ValueError: If no move has this number.
    """

    def __new__(cls, bits: int) -> Move: ...
    @property
    def bits(self) -> int:
        """The move as a number, from 0 to 2^128 - 1. Different moves have different numbers, in all
        games together.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[int]: ...

@final
class Outcome:
    """The outcome of a game that is over: the seats that share the one point equally.

    One winner is a win, all seats are a draw. In a game for three, two seats may share the point.

    Args:
        winners: The seats that share the point, numbered from 0.
        seats: The number of seats.

    Raises:
        ValueError: If there is no winner, or a winner is no seat.
    """

    def __new__(cls, winners: list[int] | tuple[int, ...], seats: int) -> Outcome: ...
    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the point, in ascending order; never empty."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def winner(self) -> int | None:
        """The seat that won alone; `None` if several share the point."""
    @property
    def is_draw(self) -> bool:
        """Whether all seats share the point."""
    @property
    def points(self) -> tuple[float, ...]:
        """The share of the point of each seat, from 0.0 to 1.0. Their sum is 1."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[tuple[int, ...], int]: ...

@final
class Pack:
    """A pitch and a pack of cards for Buteur, in the place of the standard ones.

    `Game("buteur", pack=Pack(text))` is Buteur with this pack.

    Args:
        text: The contents of a pack file (TOML), such as `pathlib.Path("small.toml").read_text()`.

    Raises:
        ValueError: If the text is not a complete pack. The message names the line.
    """

    def __new__(cls, text: str) -> Pack: ...
    @property
    def name(self) -> str:
        """The name of the pack in position texts."""
    @property
    def text(self) -> str:
        """The contents of the pack file."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class PdnGame:
    """A game of draughts from a file of PDN, as `read_pdn` reads it.

    If a position is set up between the moves of a game, each part of the game is a `PdnGame`.
    """

    @property
    def number(self) -> int:
        """The number of the game in its file, from 1."""
    @property
    def part(self) -> int | None:
        """The number of the part, from 1; `None` for a whole game."""
    @property
    def tags(self) -> dict[str, str]:
        """The tags by their names, such as `White`, `Event` and `GameType`."""
    @property
    def players(self) -> list[str]:
        """The names of the players, the one that begins first; empty if the file has no names."""
    @property
    def start(self) -> State:
        """The first position, as a new state."""
    @property
    def end(self) -> State:
        """The position after all moves, as a new state. Its `move_stack` has the moves."""
    @property
    def moves(self) -> list[Move]:
        """The moves."""
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments, each with the number of moves before it."""
    @property
    def notes(self) -> list[tuple[int, str, str]]:
        """All notes: the number of moves before each, its kind and its text. The kinds are
        `"comment"`, `"nag"`, `"strength"` and `"variation"`.
        """
    @property
    def clocks(self) -> list[tuple[int, str, str]]:
        """The commands in comments, such as the times of clocks: the number of moves before each, its
        name and its value, such as `(1, "clk", "0:09:57")`.
        """
    @property
    def result(self) -> list[float] | None:
        """The share of the point of each seat, the one that begins first; `None` if the file has no
        result.
        """
    @property
    def text(self) -> str:
        """The position text: the start, and the moves. `State` reads it."""
    def pdn(self) -> str:
        """The game as PDN."""

@final
class Search:
    """A search in the background."""

    def next(self) -> list[_Line] | None:
        """Waits for the next iteration.

        Returns:
            Its lines, the best first; `None` at the end of the search.
        """
    def wait(self) -> list[_Line]:
        """Waits for the end of the search.

        Returns:
            The lines of the answer, the best first.
        """
    def stop(self) -> None:
        """Asks the search to end."""

@final
class Searcher:
    """The native part of `Engine`.

    Args:
        threads: The number of threads of a search, from 1.
        hash: The size of the transposition table in MiB, from 1.
        weights: `"default"`, `"zero"` or the name of a file of weights.
        tables: A folder of endgame tables.
        hidden: The search for hidden cards: `ismcts`, `views` or `worlds`.
    """

    def __new__(
        cls,
        threads: int,
        hash: int,
        weights: str,
        tables: str | PathLike[str] | None,
        hidden: str,
    ) -> Searcher: ...
    def search(
        self,
        state: State,
        limits: tuple[float | None, int | None, int | None],
        *,
        multipv: int,
        seed: int,
        open: bool,
        moves: bool,
        reports: bool,
    ) -> Search:
        """Starts a search in the background.

        Args:
            state: The state. The player to act sees it as `state.view` shows it, unless `open`.
            limits: Seconds, nodes and depth.
            multipv: The number of lines.
            seed: The order of moves that look alike.
            open: Whether the search may use hidden cards.
            moves: Whether a player must be to act. Otherwise chance may be.
            reports: Whether each iteration is reported.
        """
    def choose(self, state: State, level: int, *, seed: int, open: bool) -> Move:
        """The move of a level, as on the page of `engine serve`."""
    def tables(self, state: State) -> str | None:
        """A description of the endgame tables for the game of a state; `None` if there are none."""
    @property
    def closed(self) -> bool:
        """Whether the searcher is closed."""
    def close(self) -> None:
        """Frees the table. Later searches are refused."""
    def forget(self) -> None:
        """Forgets the results of earlier searches."""

@final
class State:
    """A game in progress: a position with the moves that led to it.

    The names follow python-chess: `legal_moves`, `push`, `pop`, `peek`, `move_stack`, `copy`.

    >>> state = State("benedictine startpos")
    >>> state.push(state.legal_moves[0])
    >>> state.pop() in state.legal_moves
    True

    States are equal if their games and positions are, and if draws by repetition or length come at
    the same time. A state changes, so it cannot be a key; `state.text` can. A pickled state keeps
    its moves; the view of a player keeps its position only.

    Args:
        text: A position text: the game with its options, then `startpos` or the fields of a
            position; then, after the word `moves`, moves.

    Raises:
        ValueError: If the text is no position. The message names the field.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __new__(cls, text: str) -> State: ...
    @classmethod
    def from_fen(cls, fen: str, game: Game | str | None = None) -> State:
        """Reads a position of draughts in FEN, such as `W:W31-50:B1-20`.

        >>> State.from_fen("W:Wc3:Bb8", "26").fen()
        'W:Wc3:Bb8'

        Args:
            fen: The position.
            game: The rules: a `Game`, its text, or a value of the tag `GameType` of PDN, such as
                `"26"`. Without rules it is international draughts if a square has a number above
                32, and English draughts if not.

        Raises:
            ValueError: If the text is no position of the game. The message names the field.
        """
    def fen(self) -> str:
        """The position in FEN, for draughts on the boards `square8` and `square10`. Counts of moves
        are not part of it.

        Raises:
            ValueError: If the game has another board.
        """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def text(self) -> str:
        """The text of the position, without the moves that led to it. `State` reads it."""
    @property
    def seats(self) -> int:
        """The number of seats, from 2 to 3."""
    @property
    def players(self) -> int:
        """The number of players, from 2 to 4."""
    @property
    def actor(self) -> int | Literal["chance"] | None:
        """The next to act: a seat, numbered from 0, or `"chance"`; `None` if the game is over."""
    @property
    def mover(self) -> int:
        """The seat whose turn it is, also where chance acts or the game is over. Values of searches
        are for this seat.
        """
    @property
    def player(self) -> int | None:
        """The player to act, numbered from 0; `None` where chance acts or the game is over. It differs
        from `actor` only where players of a team share a seat.
        """
    @property
    def legal_moves(self) -> LegalMoves:
        """All legal moves now, as an immutable sequence; empty where chance acts or the game is over."""
    def legal_texts(self) -> list[str]:
        """The texts of all legal moves, or of all possible events where chance acts."""
    def is_legal(self, mv: Move) -> bool:
        """Whether a move is legal, or an event possible."""
    def legal_actions(self) -> list[int]:
        """The actions of all legal moves, in the order of `legal_moves`.

        Returns:
            Numbers from 0 to `game.num_actions - 1`. A few moves in positions that are made up have
            no action.
        """
    def action(self, mv: Move) -> int | None:
        """The action of a legal move; `None` if it has none, or if it is not legal."""
    def move_of(self, action: int) -> Move:
        """The legal move of an action.

        Raises:
            ValueError: If the action is not legal.
        """
    @property
    def chances(self) -> list[tuple[Move, int]]:
        """The chance events that are possible, each with its weight; empty where chance does not act.

        Returns:
            Pairs of an event and a whole number. The probability of an event is its weight over the
            sum of all weights.
        """
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def result(self) -> Outcome | None:
        """The outcome; `None` if the game is not over."""
    def push(self, mv: Move) -> None:
        """Plays a legal move, or applies a possible chance event.

        Raises:
            ValueError: If it is not legal here. Then the state is unchanged.
        """
    def push_text(self, text: str) -> Move:
        """Reads a move or chance event and plays it.

        Raises:
            ValueError: If it is not legal here. Then the state is unchanged.
        """
    def push_random(self, seed: int) -> Move:
        """Plays a random legal move, or a chance event by its weight.

        `random_games` plays whole games faster.

        Args:
            seed: The seed, from 0 to 2^64 - 1.

        Returns:
            The move.

        Raises:
            ValueError: If the game is over.
        """
    def pop(self) -> Move:
        """Takes the last move or chance event back, and returns it.

        Raises:
            IndexError: If there is none.
        """
    def peek(self) -> Move:
        """The last move or chance event.

        Raises:
            IndexError: If there is none.
        """
    @property
    def move_stack(self) -> list[Move]:
        """The moves and chance events that were played, the earliest first."""
    def copy(self, *, stack: bool = True) -> State:
        """A copy. Changes of one do not change the other.

        Args:
            stack: Whether the copy can take back the moves that were played. It takes the same time
                in both cases.
        """
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def parse_move(self, text: str) -> Move:
        """Reads a legal move, or a possible chance event.

        Raises:
            ValueError: If it is not legal here.
        """
    def move_text(self, mv: Move) -> str:
        """The text of a legal move, or of a possible chance event.

        Raises:
            ValueError: If it is not legal here.
        """
    def view(self, player: int) -> State:
        """The same game as a player sees it, without the cards that are hidden from that player.

        Where cards are hidden, the view has no `move_stack`, since it would show them.

        Args:
            player: The number of the player, from 0.

        Raises:
            ValueError: If there is no such player.
        """
    def observation(self, player: int) -> bytes:
        """The position as a player sees it, as numbers: for networks.

        `numpy.frombuffer(state.observation(0), numpy.uint8)` makes an array of it. The page
        `docs/reference/observations.md` lists the planes and the values.

        Args:
            player: The number of the player, from 0.

        Returns:
            `game.observation_size` bytes, in the shape of `game.observation_shape`.

        Raises:
            ValueError: If there is no such player.
        """
    def hides(self, player: int) -> bool:
        """Whether the cards of a player are hidden in this state.

        Raises:
            ValueError: If there is no such player.
        """
    def resample(self, seed: int) -> State:
        """The same game with the hidden cards dealt at random. All deals that agree with the state are
        equally likely.

        Args:
            seed: The seed, from 0 to 2^64 - 1.
        """
    def diagram(self) -> str:
        """The board as text, in several lines."""
    def svg(
        self, player: int | None = None, *, size: int = 420, language: str = "en"
    ) -> str:
        """The board as a picture, drawn as on the page of `engine serve`.

        Args:
            player: The player who looks: the board is seen from that side, without the cards that
                are hidden from that player. Without a player, from the first side, with all cards.
            size: The width of the picture in pixels.
            language: `"en"` or `"fr"`.

        Returns:
            The text of an SVG file.

        Raises:
            ValueError: If there is no such player or language.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, game: Game, first: str, bits: list[int], kept: int) -> State: ...

def random_games(start: Game | State, count: int, seed: int = 0) -> tuple[int, list[float]]:
    """Plays random games to their ends, wholly outside of Python.

    All moves of a position are equally likely, and chance events have their probabilities. The same
    seed gives the same games. The interpreter's lock is released.

    Args:
        start: A game, or a state that all games begin with.
        count: The number of games.
        seed: The seed, from 0 to 2^64 - 1.

    Returns:
        The number of moves and events in all games together, and the points of each seat, whose sum
        is `count`.
    """

def read_pdn(
    source: str | PathLike[str] | IO[bytes] | IO[str],
    *,
    game: Game | str | None = None,
    on_error: Literal["raise", "warn"] = "raise",
) -> Iterator[PdnGame]:
    """Reads the games of a file of PDN, one by one.

    >>> import io
    >>> game = next(read_pdn(io.StringIO("1. 32-28 19-23 2-0")))
    >>> game.result, len(game.moves)
    ([1.0, 0.0], 2)

    Only one game at a time is in memory. A game that cannot be read costs no other game: after an
    exception, the next call of `next` goes on with the next game.

    Args:
        source: A path, or an open file of bytes or of text.
        game: The rules of the games, a `Game` or its text, in place of their tags.
        on_error: `"raise"`, or `"warn"` to leave games out that cannot be read, with a warning
            for each.

    Raises:
        OSError: If the file cannot be read.
        ValueError: If a game cannot be read. The message names the game, the line and the column.
    """
def read_training_data(path: str, /) -> tuple[str, int, dict[str, tuple[str, bytes]]]:
    """The game of a data file, the size of an observation, and the samples as columns."""
