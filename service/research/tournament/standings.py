"""The records of players: of all their games, and of those against each opponent."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from service.game import Board
from service.research.tournament.games import Game, Plan


@dataclass(slots=True)
class Record:
    """The record of one player, of all games or of those against one opponent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    """The plies of all games together."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Return the points per game: a win counts 1 and a draw one half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def mean_plies(self) -> float:
        return self.plies / self.games

    def add(self, game: Game, player: str) -> None:
        self.plies += game.plies
        if game.winner is None:
            self.draws += 1
        elif game.winner == player:
            self.wins += 1
        else:
            self.losses += 1

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "mean_plies": self.mean_plies,
        }


class Standings:
    """All records of a tournament."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._totals: dict[str, Record] = {}
        self.pairs: dict[tuple[str, str], Record] = {}
        """The records of each player against each opponent."""
        for game in games:
            for player, opponent in ((game.first, game.second), (game.second, game.first)):
                self._totals.setdefault(player, Record()).add(game, player)
                self.pairs.setdefault((player, opponent), Record()).add(game, player)

    @property
    def ladder(self) -> list[tuple[str, Record]]:
        """Return the players, the best first, with the records of all their games."""
        return sorted(self._totals.items(), key=lambda player: -player[1].score)

    def steps(self, plan: Plan) -> list[tuple[str, Record]]:
        """Return the records of each strength against the one below, the highest first."""
        return [
            (f"{above} against {below}", self.pairs[above, below])
            for below, above in reversed(plan.pairs)
        ]

    def as_dict(self, plan: Plan) -> dict[str, Any]:
        rules = {name: value for name, value in plan.rules._asdict().items() if name != "walls"}
        plan_fields = {
            "rules": rules, "board": Board(plan.rules).rows, "games": plan.games,
            "seed": plan.seed,
        }  # fmt: skip
        if plan.strengths:
            return {
                **plan_fields,
                "steps": [
                    {
                        "strength": int(above),
                        "against": int(below),
                        **self.pairs[above, below].as_dict(),
                    }
                    for below, above in plan.pairs
                ],
            }
        return {
            **plan_fields,
            "node_limit": plan.nodes,
            "levels": [{"level": level, **record.as_dict()} for level, record in self.ladder],
            "pairs": [
                {"level": level, "against": opponent, **self.pairs[level, opponent].as_dict()}
                for level, opponent in permutations((level for level, _ in self.ladder), 2)
            ],
        }
