"""The state of a search as NumPy records, whose fields kernels read and write by name.

Numba compiles `frames[ply].depth` to a load from a fixed offset. The record types are made of
`np.record`, so that the same expression also works where kernels run as plain Python.
"""

from typing import Any

import numpy as np


def record_type(*fields: tuple[Any, ...]) -> np.dtype:
    """Return the type of a record with these fields: names, types and, of arrays, shapes."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))
