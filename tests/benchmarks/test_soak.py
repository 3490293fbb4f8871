"""Some seconds of `make soak`."""

import pytest

from benchmarks.soak.soak import Soak
from tests.support.sampling import samples


@pytest.mark.thorough
def test_mixed_load_leaves_the_server_as_it_was() -> None:
    Soak.run(samples(15, least=3), seed=1).check()
