"""Self-play gives positions and moves to learn the evaluation from."""

import pytest

from benchmarks import tune
from service.game import Rules


def test_a_game_gives_positions_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "NODES", 100)
    samples, choices = tune.play(Rules(12, 12, 5), 1)
    assert samples
    assert choices
    for sample in samples:
        assert sample.own.size == sample.rival.size == sample.times.size > 0
        assert 0 <= sample.target <= 1
    for choice in choices:
        assert 0 <= choice.chosen < choice.own.size == choice.rival.size
