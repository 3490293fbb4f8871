"""Tables of figures on the terminal."""


def table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """Print rows under a title, the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    print(f"\n{title}")
    for row in [header, ["-" * width for width in widths], *rows]:
        first, *others = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *others]), flush=True)


def milliseconds(seconds: float) -> str:
    """Return a duration with three digits that count."""
    return f"{1000 * seconds:.3g} ms"


def duration(seconds: float) -> str:
    """Return a duration in the unit that suits it, with three digits that count."""
    if seconds < 1:
        return milliseconds(seconds)
    return f"{seconds:.3g} s" if seconds < 3600 else f"{seconds / 3600:.3g} h"


def ratio(value: float) -> str:
    """Return a ratio with three digits that count."""
    return f"{value:.3g}"
