"""``python -m french_board_games.cluster`` is the command ``french-board-games``."""

import sys

from .command import main

sys.exit(main())
