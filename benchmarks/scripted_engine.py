"""An engine of the Gomocup protocol that plays badly in a way of one's choice, for tests."""

import sys
import time


def main(manner: str) -> None:
    """Answer the commands of a manager, in this manner."""
    size, taken, setup, is_exact = 0, set[tuple[int, int]](), False, False
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "START":
            if manner == "refuses":
                say("ERROR no such board")
            size = int(rest)
            say("MESSAGE ready", "OK - it can begin")
        elif command == "INFO":
            is_exact |= rest == "rule 1"
        elif command == "BOARD":
            setup = True
        elif setup and command != "DONE":
            x, y, _ = command.split(",")
            taken.add((int(x), int(y)))
        elif command in ("BEGIN", "TURN", "DONE"):
            setup = False
            if command == "TURN":
                x, y = rest.split(",")
                taken.add((int(x), int(y)))
            if manner == "ends":
                return
            if manner == "hangs":
                time.sleep(3600)
            if manner == "errs" or (manner == "counts" and not is_exact):
                say("ERROR out of ideas")
            x, y = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
            if manner == "cheats":
                x, y = min(taken, default=(size, 0))
            if manner == "suggests":
                say(f"SUGGEST {x},{y}")
                assert sys.stdin.readline().strip() == f"PLAY {x},{y}"
            taken.add((x, y))
            say("DEBUG 1,1 is not my move", f"{x}, {y}")


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\r\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
