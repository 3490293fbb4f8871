"""The limits that the manager of a tournament sets: time, memory and rules."""

import re

from service.settings import Settings

MOVES_TO_GO = 15
"""The time left is planned for so many moves; if a game takes more, the later ones are fast."""
MARGIN_SECONDS = 0.03
"""How much earlier than required the engine answers, because an analysis may end that late."""
LEAST_SECONDS = 0.01
"""The time for a move that is to be made as fast as possible."""
UNLIMITED = (1 << 31) - 1
"""The value of `time_left` if there is no limit."""
PROCESS_MEBIBYTES = 240
"""The memory of the process without the transposition table and the quarter added to it."""
EXACT = 1
"""The bit of `rule` that says that only rows of the exact length win."""
NOT_PLAYED = {2: "a continuous game", 4: "renju", 8: "caro"}
"""The other bits of `rule`."""


class Limits:
    """The limits from lines `INFO key value`; those of the settings until a line comes."""

    def __init__(self, settings: Settings, row_length: int) -> None:
        self._most_mebibytes, self._row_length = settings.table_mebibytes, row_length
        self.mebibytes = settings.table_mebibytes
        """The size of the transposition table."""
        self.problems: dict[str, str] = {}
        """Messages about what cannot be kept to, by key."""
        self.exact = False
        """Whether a longer row than wins is none."""
        self.spent = 0.0
        """The seconds that the moves of this game have taken."""
        self._turn = settings.default_time_limit_ms / 1000
        self._game: float | None = None
        """The seconds for all moves of a game, if limited; `_turn` are those for one move."""

    def note(self, key: str, value: str) -> None:
        """Note the value of a key; unknown keys are ignored."""
        if key not in ("timeout_turn", "timeout_match", "time_left", "max_memory", "rule"):
            return
        self.problems.pop(key, None)
        if not re.fullmatch("-?[0-9]{1,18}", value):
            self.problems[key] = f"INFO {key} takes a whole number, not {value!r:.40}."
            return
        number = int(value)
        if key == "timeout_turn":
            self._turn = number / 1000
        elif key == "timeout_match":
            self._game = number / 1000 if number else None
        elif key == "time_left":
            self._game = None if number == UNLIMITED else self.spent + number / 1000
        elif key == "max_memory":
            room = (number >> 20) - PROCESS_MEBIBYTES if number else UNLIMITED
            self.mebibytes = min(self._most_mebibytes, room * 4 // 5)
            if self.mebibytes < 1:
                least = (PROCESS_MEBIBYTES + 2) << 20
                self.problems[key] = f"INFO max_memory is {number}; {least} is needed."
        else:
            self.exact = number == EXACT
            if number & ~EXACT:
                named = [name for bit, name in NOT_PLAYED.items() if number > 0 and number & bit]
                self.problems[key] = (
                    f"INFO rule is {number}, which is not played here"
                    f"{': ' * bool(named)}{' and '.join(named)}. There are 0, by which "
                    f"{self._row_length} or more win, and 1, by which exactly "
                    f"{self._row_length} do."
                )

    def seconds(self, empty: int) -> float:
        """Return how long to think about a move on a board with `empty` empty cells.

        Even if every move is late by the margin, the moves of a game keep to its time.
        """
        seconds = self._turn - min(MARGIN_SECONDS, self._turn / 2)
        if self._game is not None:
            moves = (empty + 1) // 2
            free = self._game - self.spent - moves * (LEAST_SECONDS + MARGIN_SECONDS)
            seconds = min(seconds, LEAST_SECONDS + free / min(MOVES_TO_GO, moves))
        return max(seconds, LEAST_SECONDS)
