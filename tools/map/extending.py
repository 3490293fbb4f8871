"""The work on the map: games that are not settled are proven, and first moves get values."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from service.game import Rules
from service.research.long_search.files import write_whole
from service.research.long_search.provenance import HOME, source_commit
from service.research.long_search.search_observer import SearchObserver
from service.solver import Solver
from tools.map.first_moves import value_first_moves
from tools.map.games import implied, promising, settle_implied
from tools.map.proving import Proof
from tools.map.record import Record, RecordFile


def extend(
    records: RecordFile,
    solver: Solver,
    observer: SearchObserver,
    games: Iterable[Rules],
    *,
    seconds: float,
    first_moves_seconds: float,
    certificates: Path | None,
) -> Iterator[Record]:
    """Try to prove the games, and yield the record of each tried.

    A settled game is not proven again, and an open one only with more `seconds` than before. The
    records are kept after every game, and certificates are written to the folder, if one is given.
    The work ends early when the observer has seen a signal.
    """
    commit = source_commit(HOME)
    for rules in games:
        record = records.find(rules)
        if not record or not (record.settled or record.budget_seconds >= seconds):
            proof = Proof(rules, solver, seconds, observer, promising(rules, records), record)
            new = proof.quick() or implied(rules, records) or proof.record()
            if observer.stopped:
                break
            if record and record.bounds.value is not None and new.bounds.value is None:
                record = replace(record, budget_seconds=seconds)
            else:
                record = replace(new, commit=commit)
                if certificates is not None and proof.certificate is not None:
                    write_whole(certificates / f"{record.certificate}", proof.certificate)
            records.keep(record)
            yield record
        if record.bounds.value is not None and record.first_moves_seconds < first_moves_seconds:
            records.keep(value_first_moves(record, solver, first_moves_seconds, observer))
        if observer.stopped:
            break
    settle_implied(records)
