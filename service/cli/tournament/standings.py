"""Counting games: for each level in all, and against each other level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from service.cli.tournament.games import Game, Plan
from service.players import LEVELS


@dataclass(slots=True)
class Record:
    """The games of one level, all or those against one other."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    """Of all games together."""

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points for a game: 1 for a win, a half for a draw."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def mean_plies(self) -> float:
        """Moves of both sides in a game."""
        return self.plies / self.games

    def add(self, game: Game, level: str) -> None:
        """Count a game of the level."""
        self.plies += game.plies
        if game.winner is None:
            self.draws += 1
        elif game.winner == level:
            self.wins += 1
        else:
            self.losses += 1

    def as_dict(self) -> dict[str, Any]:
        """The record with what follows from it."""
        counts = asdict(self)
        del counts["plies"]
        return {"games": self.games, **counts, "score": self.score, "mean_plies": self.mean_plies}


class Standings:
    """All records of a tournament."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._totals = {level: Record() for level in LEVELS}
        self._pairs: dict[tuple[str, str], Record] = {}
        for game in games:
            for level, rival in ((game.first, game.second), (game.second, game.first)):
                self._totals[level].add(game, level)
                self._pairs.setdefault((level, rival), Record()).add(game, level)

    @property
    def ladder(self) -> list[tuple[str, Record]]:
        """The levels, the best first, with all their games."""
        return sorted(self._totals.items(), key=lambda each: -each[1].score)

    def between(self, level: str, rival: str) -> Record:
        """The games of a level against another one."""
        return self._pairs[level, rival]

    def as_dict(self, plan: Plan) -> dict[str, Any]:
        """Everything, for machines."""
        order = [level for level, _ in self.ladder]
        return {
            "rules": asdict(plan.rules),
            "games": plan.games,
            "node_limit": plan.nodes,
            "seed": plan.seed,
            "levels": [{"level": level, **record.as_dict()} for level, record in self.ladder],
            "pairs": [
                {"level": level, "against": rival, **self.between(level, rival).as_dict()}
                for level in order
                for rival in order
                if rival != level
            ],
        }
