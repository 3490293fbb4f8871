"""Unsound changes of the kernels, each of which some test must notice."""

from __future__ import annotations

from typing import NamedTuple

THREATS, DEEPENING = "threats/kernels", "deepening/kernels"
LINES = "lines/kernels"
PROOFS, DRAWS = "proof_number/kernels", "static_draws/kernels"
TIE_BREAKS = "tie_breaks/kernels"


class Mutant(NamedTuple):
    """An edit of one kernel, and the tests that are to fail with it."""

    name: str
    source: str
    """The file, below the folder of the solver."""
    old: str
    """What the file holds exactly once."""
    new: str
    tests: str
    """Below the tests of the solver."""


MUTANTS = [
    Mutant(
        "a zone a cell smaller, of pairs",
        f"{PROOFS}/leaf_pairing.py",
        "return paired | trim(",
        "return paired & (paired - np.uint64(1)) | trim(",
        "proof_number/test_leaf_pairing.py::test_pairs_and_a_potential_together",
    ),
    Mutant(
        "a zone a cell smaller, of the other cell that is Maker's",
        f"{PROOFS}/zones.py",
        "zone |= bit_in(zone, other)",
        "zone |= np.uint64(0)",
        "proof_number/test_zones.py::test_zones_that_refute_every_undominated_move_make_one",
    ),
    Mutant(
        "a pairing whose pairs share a cell",
        f"{PROOFS}/leaf_pairing.py",
        "paired = change_pair(sets, broken, -1, paired, finder)",
        "paired |= broken",
        "proof_number/test_leaf_pairing.py::test_a_pairing_is_one_and_breaker_holds",
    ),
    Mutant(
        "a check of pairs that lets them lie on stones",
        f"{DRAWS}/open_lines.py",
        "if contents[cell] != 0 or names[cell] != 0:",
        "if names[cell] != 0:",
        "static_draws/test_pair_search.py",
    ),
    Mutant(
        "a check of pairs that lets them share a cell",
        f"{DRAWS}/open_lines.py",
        "if contents[cell] != 0 or names[cell] != 0:",
        "if contents[cell] != 0:",
        "static_draws/test_pair_search.py::test_pairs_that_are_none_are_refused",
    ),
    Mutant(
        "a check of tiles by the last cell of a set",
        f"{DRAWS}/tile_cover.py",
        "whole = whole and marks[members[place]] == line",
        "whole = marks[members[place]] == line",
        "static_draws/test_tile_cover.py",
    ),
    Mutant(
        "twice the potential of Erdős and Selfridge, of a leaf",
        f"{PROOFS}/leaf_proofs.py",
        "limit = UNIT // 2 if mover == ATTACKER else UNIT",
        "limit = UNIT if mover == ATTACKER else 2 * UNIT",
        "proof_number/test_leaf_proofs.py::test_what_is_seen_at_once_is_true",
    ),
    Mutant(
        "twice the potential of Erdős and Selfridge, of a bound",
        f"{DEEPENING}/line_bounds.py",
        "2 * own_potential >= UNIT",
        "own_potential >= UNIT",
        "deepening/test_null_window.py::test_what_open_lines_lack_bounds_the_score",
    ),
    Mutant(
        "a fork that the defender's completion does not stop",
        f"{PROOFS}/leaf_proofs.py",
        "if counters == 0:",
        "if counters >= 0:",
        "proof_number/test_leaf_proofs.py::test_what_is_seen_at_once_is_true",
    ),
    Mutant(
        "a threat sequence whose replies threaten nothing",
        f"{PROOFS}/threat_sequence.py",
        "if move == counters or (counters == 0 and prepares_threat(sets, move)):",
        "if prepares_threat(sets, move):",
        "proof_number/test_threat_sequence.py",
    ),
    Mutant(
        "a threat sequence that ends in a fork which her completion stops",
        f"{PROOFS}/threat_sequence.py",
        "if last == 0 and counters == 0:",
        "if last == 0:",
        "proof_number/test_threat_sequence.py",
    ),
    Mutant(
        "a threat sequence whose zone has no room for what she counters with",
        f"{PROOFS}/threat_sequence.py",
        "if count(sets[index]) <= 2:",
        "if count(sets[index]) <= 1:",
        "proof_number/test_threat_sequence.py",
    ),
    Mutant(
        "a threat sequence whose zone lacks the replies",
        f"{PROOFS}/threat_sequence.py",
        "zone |= position.stones[ply, side] ^ position.stones[row, side]",
        "zone |= position.stones[ply, 1 - other] ^ position.stones[row, 1 - other]",
        "proof_number/test_threat_sequence.py",
    ),
    Mutant(
        "a dominated move too many: of equal cells none stays",
        f"{PROOFS}/positional_game.py",
        "if other < cell or common[other] & own == 0:",
        "if other != cell:",
        "proof_number/test_positional_game.py::test_undominated_moves_are_enough",
    ),
    Mutant(
        "a dominated move too many: the defender's sets are not asked",
        f"{PROOFS}/positional_game.py",
        "common, found = position.common, np.uint64(0)\n    for side in range(2):",
        "common, found = position.common, np.uint64(0)\n    for side in range(1):",
        "proof_number/test_positional_game.py::test_undominated_moves_are_enough",
    ),
    Mutant(
        "moves that are put off for good",
        f"{PROOFS}/expansion.py",
        "frame.next_move < frame.move_count:",
        "frame.next_move < min(frame.move_count, width):",
        "proof_number/test_dfpn.py::test_numbers_full_or_false_or_of_one_move_leave_no_question_open"
        "_and_none_answered_wrongly",
    ),
    Mutant(
        "a move put off that is left out, though a zone says nothing of it",
        f"{PROOFS}/expansion.py",
        "inside &= zones[index] & bit_in(zones[index], cell) != 0",
        "inside &= zones[index] & bit_in(zones[index], cell) == 0",
        "proof_number/test_dfpn.py::test_the_answers_are_those_of_a_plain_search",
    ),
    Mutant(
        "private pairs left out of the strong game",
        f"{PROOFS}/positional_game.py",
        "    if position.sizes[ply, DEFENDER] == 0:\n        size, pairs =",
        "    if position.sizes[ply, DEFENDER] >= 0:\n        size, pairs =",
        "proof_number/test_positional_game.py::test_a_private_set_wins_time_in_the_strong_game",
    ),
    Mutant(
        "a larger set that drives out the smaller one",
        f"{PROOFS}/hypergraph.py",
        "small & ~sets[other] == 0",
        "sets[other] & ~small == 0",
        "proof_number/test_hypergraph.py::test_sets_that_contain_another_are_left_out",
    ),
    Mutant(
        "a key that does not say who moves",
        f"{PROOFS}/positional_game.py",
        "attacker + mover + 2 * strong]",
        "attacker + 2 * strong]",
        "proof_number/test_positional_game.py::test_keys_tell_weak_from_strong_and_who_moves",
    ),
    Mutant(
        "a key that does not tell the weak game from the strong one",
        f"{PROOFS}/positional_game.py",
        "attacker + mover + 2 * strong]",
        "attacker + mover]",
        "proof_number/test_dfpn.py::test_a_win_of_the_weak_game_that_is_none_of_the_strong",
    ),
    Mutant(
        "an entry of the table that is torn",
        "memory/kernels/table.py",
        "whole = low_half(table[bucket, slot + CHECK]) == mix(own, kept, data)",
        "whole = True",
        "memory/test_table.py::test_a_torn_entry_is_never_returned",
    ),
    Mutant(
        "a wide position named by its lower half",
        f"{LINES}/symmetry.py",
        "for index in range(octets.shape[0]):",
        "for index in range(min(octets.shape[0], 8)):",
        "lines/test_wide_words.py::test_the_canonical_form_is_the_least_image",
    ),
    Mutant(
        "a zone kept without its cells in the upper half",
        f"{LINES}/symmetry.py",
        "image |= bit_in(word, images[lowest(word)])",
        "image |= bit_in(np.uint64(0), images[lowest(word)] & 63)",
        "lines/test_wide_words.py::test_the_canonical_form_is_the_least_image",
    ),
    Mutant(
        "a horizon one short, of the attacker to move",
        f"{DEEPENING}/line_bounds.py",
        "return (within + 1) // 2, (within - 1) // 2",
        "return within // 2, (within - 1) // 2",
        "deepening/test_null_window.py::test_horizons_hold_every_line_that_can_matter_in_time",
    ),
    Mutant(
        "a horizon one short, of the defender",
        f"{DEEPENING}/line_bounds.py",
        "return within // 2, within // 2",
        "return within // 2, within // 2 - 1",
        "deepening/test_null_window.py::test_horizons_hold_every_line_that_can_matter_in_time",
    ),
    Mutant(
        "a pass that answers in place of the moves",
        f"{DEEPENING}/backup.py",
        "        return frame.lower >= frame.target\n",
        "        return True\n",
        "deepening/test_null_window.py::test_a_pass_that_fails_leaves_the_moves_to_try",
    ),
    Mutant(
        "a forced reply ignored in a threat sequence",
        f"{THREATS}/threat_sequence.py",
        "    if block >= 0:\n",
        "    if block >= 0 and kinds[block] >= FOUR:\n",
        "threats/test_threat_sequence.py::test_a_sequence_is_found_where_there_is_one",
    ),
    Mutant(
        "a forced reply ignored where a sequence is tried again",
        f"{THREATS}/refutations.py",
        "if second >= 0 or (block >= 0 and move != block) or",
        "if second >= 0 or",
        "threats/test_threat_sequence.py::test_a_sequence_wins_after_a_move_more_or_does_not",
    ),
    Mutant(
        "a refutation dropped: what her replies help to",
        f"{THREATS}/refutations.py",
        "        if played & 1:\n",
        "        if played < 0:\n",
        "threats/test_threat_sequence.py::test_a_sequence_wins_after_a_move_more_or_does_not",
    ),
    Mutant(
        "a refutation dropped: the last one",
        f"{THREATS}/refutations.py",
        "    return kept\n",
        "    return max(kept - 1, 0)\n",
        "threats/test_threat_sequence.py::test_a_sequence_wins_after_a_move_more_or_does_not",
    ),
    Mutant(
        "a zone without the cells that the defender plays on",
        f"{THREATS}/refutations.py",
        "marks, DEFENDED, first",
        "marks, FREE, first",
        "threats/test_zone.py::test_the_moves_are_those_of_the_definition",
    ),
    Mutant(
        "a zone without a reply of the defender's own choice",
        f"{THREATS}/refutations.py",
        "stones + 2 < most",
        "stones + 1 < most",
        "threats/test_zone.py::test_the_moves_are_those_of_the_definition",
    ),
    Mutant(
        "a node that stands for another position",
        f"{THREATS}/tree.py",
        "while current != ROOT and board.owner[nodes[current].move] == mover:",
        "while current != ROOT:",
        "threats/test_threat_search.py::test_a_node_stands_for_another_of_the_same_position",
    ),
    Mutant(
        "a win by threats two plies sooner than it is",
        f"{THREATS}/tree.py",
        "node.sequence_length + 3",
        "node.sequence_length + 1",
        "threats/test_threat_search.py::"
        "test_a_loser_may_resist_the_longest_with_a_move_that_stops_nothing",
    ),
    Mutant(
        "a mistake that is none: a reply that loses a lost game later",
        f"{TIE_BREAKS}/mistakes.py",
        "min(child_of(score), 1)",
        "child_of(score)",
        "endgame/test_endgame.py::test_it_says_what_a_session_says",
    ),
    Mutant(
        "replies to a move that is not played yet, which are no mistakes",
        f"{TIE_BREAKS}/mistakes.py",
        "(search, 0, stones, opponent, target)",
        "(search, 0, own, opponent, target)",
        "endgame/test_endgame.py::test_it_says_what_a_session_says",
    ),
]
