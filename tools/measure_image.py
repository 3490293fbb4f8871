"""How large the image is and how soon a container answers: a part of `make test-image`."""

import os
import statistics
import subprocess
import time
import zlib

from tests.image.container import IMAGE, container, engine

STARTS = 5


def compressed_bytes() -> int:
    """Return the size of the image as it travels."""
    packed, size = zlib.compressobj(6, wbits=31), 0
    command = [os.environ.get("ENGINE", "docker"), "save", IMAGE]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        while data := process.stdout.read(1 << 20):
            size += len(packed.compress(data))
    return size + len(packed.flush())


def start_seconds() -> float:
    """Return the time from the command that starts a container until it is ready."""
    started = time.perf_counter()
    with container():
        return time.perf_counter() - started


if __name__ == "__main__":
    size = int(engine("image", "inspect", "--format", "{{.Size}}", IMAGE))
    print(f"image: {size / 1e6:.0f} MB, compressed {compressed_bytes() / 1e6:.0f} MB")
    starts = [start_seconds() for _ in range(STARTS)]
    print(f"ready after {statistics.median(starts):.2f} s (median of {STARTS})")
