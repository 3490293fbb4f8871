"""The standings as tables for people."""

from collections.abc import Sequence

from rich.table import Table

from service.research.tournament.standings import Record, Standings


def ladder_table(ladder: Sequence[tuple[str, Record]], title: str, heading: str) -> Table:
    table = Table(title=title)
    table.add_column(heading)
    for name in ("games", "wins", "draws", "losses", "score", "mean length"):
        table.add_column(name, justify="right")
    for name, record in ladder:
        counts = map(str, (record.games, record.wins, record.draws, record.losses))
        table.add_row(name, *counts, f"{record.score:.3f}", f"{record.mean_plies:.1f}")
    return table


def pairs_table(standings: Standings) -> Table:
    """Return a table of wins, draws and losses: the level of the row against that of the column."""
    order = [level for level, _ in standings.ladder]
    table = Table(title="Wins, draws and losses against")
    table.add_column("level")
    for opponent in order:
        table.add_column(opponent, justify="right")
    for level in order:
        table.add_row(level, *(_results(standings, level, opponent) for opponent in order))
    return table


def _results(standings: Standings, level: str, opponent: str) -> str:
    if level == opponent:
        return ""
    record = standings.pairs[level, opponent]
    return f"{record.wins} {record.draws} {record.losses}"
