"""What is kept of a position is true of all its images, and no image is searched again."""

import pytest

from service.game import Player, parse
from service.heaps.analyses import ChunkAnalyses
from service.solver import Budget, Solver
from tests.heaps.heap import mixed_cases
from tests.rules.cases import Case
from tests.solver.checks import check_classes, check_exact, check_variation
from tests.support.sampling import chance_of, samples

LIMITED = Budget(nodes=1 << 40)
"""With a limit of nodes there is a search, however few cells are empty."""


@pytest.fixture
def analyses(solver: Solver) -> ChunkAnalyses:
    return ChunkAnalyses(solver)


def test_images_of_a_position_are_not_searched_again(analyses: ChunkAnalyses) -> None:
    chance, images, searched = chance_of("images"), 0, 0
    for case in mixed_cases(samples(1000), "images"):
        if not case.reference.legal_moves(case.cells):
            continue
        first = analyses.analyse(case.board, LIMITED)
        symmetries = case.board.geometry.symmetries.tolist()
        cells = "".join(case.cells[cell] for cell in chance.choice(symmetries))
        image = Case(case.variant, cells, case.to_move, case.any_position)
        analysis = analyses.analyse(image.board, LIMITED)
        assert (analysis.search.nodes, analysis.search.table_hits) == (0, 1)
        assert analysis.assessment == first.assessment
        assert (analysis.proof is None) == (first.proof is None)
        check_exact(analysis, image)
        check_classes(analysis, image)
        check_variation(analysis, image)
        images += cells != case.cells
        searched += first.search.nodes > 0
    assert min(images, searched) > 30


@pytest.mark.parametrize(
    "rows",
    [["." * 8 + "X"] + ["." * 9] * 8, ["." * 10] * 3 + [".X.O......"] + ["." * 10] * 6],
)
def test_what_is_not_proven_is_not_searched_again_either(
    analyses: ChunkAnalyses, rows: list[str]
) -> None:
    to_move: Player = "O" if "".join(rows).count("X") > "".join(rows).count("O") else "X"
    board, image = (parse(each, 5, to_move) for each in (rows, [row[::-1] for row in rows]))
    first, again = (analyses.analyse(each, Budget(nodes=2000)) for each in (board, image))
    assert first.assessment.value is None
    assert (again.search.nodes, again.assessment) == (0, first.assessment)
    width = board.rules.width
    mirrored = {
        cell // width * width + width - 1 - cell % width: known for cell, known, _ in first.options
    }
    assert {cell: known for cell, known, _ in again.options} == mirrored
    more = analyses.analyse(image, Budget(nodes=4000))
    assert more.search.nodes > 0, "a larger budget is another question"


def test_the_image_of_a_proof_is_one(analyses: ChunkAnalyses) -> None:
    size = 9
    rows = ["X" + "." * (size - 1)] + ["." * size] * (size - 1)
    board, image = (parse(each, 8, "O") for each in (rows, [row[::-1] for row in rows]))
    first, again = (analyses.analyse(each, Budget(nodes=3000)).proof for each in (board, image))
    assert first is not None
    assert again is not None
    assert (first.method, again.method) == ("pairing", "pairing")

    def mirrored(cell: int) -> int:
        return cell // size * size + size - 1 - cell % size

    assert first.pairs
    assert [(mirrored(one), mirrored(two), against) for one, two, against in first.pairs] == list(
        again.pairs
    )
