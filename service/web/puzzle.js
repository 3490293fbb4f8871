/** Puzzles: positions with a goal, of the service or of a mistake in a game, and their words. */

import { say } from "./language.js";
import { puzzleLink } from "./link.js";
import { Position } from "./position.js";
import { Rules } from "./rules.js";

/** What is to be found after a mistake, by what that gave up. */
const GOALS = {
  win: say("Find a move that keeps the win."),
  draw: say("Find a move that keeps the draw."),
  unknown: say("Find a move that does not lose."),
};

/** Whether these bounds of the player keep a goal, "win" or "draw"; null if that is not proven. */
export function keeps({ outcome }, { lower, upper }) {
  const value = outcome === "win" ? 1 : 0;
  return lower >= value ? true : upper < value ? false : null;
}

/** A puzzle that the service has told. Links are functions, since they have the language. */
export function fromService({ id, game, difficulty, number, count, goal, theme, question }) {
  const { board, row_length: rowLength, to_move: toMove } = question;
  const linkTo = (to) => () => puzzleLink(`${game}-${difficulty}-${to}`);
  return {
    id, game, difficulty, number, count,
    position: new Position(board, new Rules(rowLength, question), toMove),
    goal,
    theme: theme.sentence,
    link: linkTo(number),
    previous: linkTo(number > 1 ? number - 1 : count),
    next: linkTo(number < count ? number + 1 : 1),
  };
}

/**
 * The mistake of the move with this number in a game, or else its first mistake; if it has none,
 * only a note. One move is to be found that keeps what was given up; `linkTo` has a link for each.
 */
export function fromMistake({ turns, mistakes }, at, linkTo) {
  const index = Math.max(mistakes.indexOf(at), 0);
  const { [index - 1]: previous, [index]: number, [index + 1]: next } = mistakes;
  if (!number) {
    return { about: { text: say("There is no mistake to learn from."), cells: [] } };
  }
  const { move, mover, flaw, refutation } = turns[number];
  return {
    isOneMove: true,
    position: turns[number - 1].position,
    goal: { outcome: flaw.gave_up, sentence: GOALS[flaw.gave_up] },
    about: {
      title: say("Mistake {number} of {count}", { number: index + 1, count: mistakes.length }),
      text: say("{side} played {move}; the numbers on the board show what follows.", {
        side: mover, move: move.name,
      }),
      cells: [],
    },
    refutation: { principal_variation: [move, ...refutation], to_move: mover },
    link: () => linkTo(number),
    previous: previous && (() => linkTo(previous)),
    next: next && (() => linkTo(next)),
  };
}

/** How a puzzle stands: its goal, or whether the last move has kept it. */
export function progressOf({ puzzle: { goal }, attempt }) {
  const { kept, isLast } = attempt ?? {};
  return !attempt ? goal?.sentence ?? say("Loading")
    : kept ? isLast ? say("Solved!") : say("Right! Go on.")
    : kept === false ? say("Not this move: press Try again")
    : isLast ? say("Not proven to be right: press Try again")
    : say("Not proven yet: go on.");
}
