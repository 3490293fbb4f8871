/** Judges moves. Only a move that is proven to lose value is called a mistake. */

import { PERSON } from "./game.js";
import { other, rowWins } from "./rules.js";
import { kindOf, movesTo, worth } from "./words.js";

/** The difference of scores from which a move looks worse than another. */
const NOTICEABLE = 0.1;

/**
 * What a move lost, in words; null if no loss is proven. `before` are the bounds of the position,
 * `after` those of the move, and `better` is the option that was best.
 */
function loss(before, after, better) {
  if (before.lower <= after.upper) {
    return null;
  }
  const lost = before.lower === 1 ? "win" : "draw";
  const deed = lost === "win" && after.upper < 0 ? "turned the win into a loss" : `lost the ${lost}`;
  return better.bounds.lower > after.upper ? `${deed}; ${better.name} kept it` : deed;
}

const turned = ({ lower, upper }) => ({ lower: -upper, upper: -lower });

/**
 * Judge the moves between successive positions by the answers about these. The result for a move is
 * `{text, better}` if it was a mistake, null if it is proven to be none, undefined if neither is
 * proven.
 */
export function judgeAll(answers) {
  return answers.slice(1).map((answer, index) => {
    const { bounds, options } = answers[index];
    const after = turned(answer.bounds);
    const text = loss(bounds, after, options[0]);
    return text ? { text, better: options[0] } : bounds.upper <= after.lower ? null : undefined;
  });
}

/** How a move looks whose value is not proven to be worse; `best` is the first option. */
function estimate(played, best) {
  if (played === best) {
    return "it looks best";
  }
  if (best.bounds.lower > played.bounds.lower) {
    return `${best.name} ${worth(best)}`;
  }
  return best.score - played.score < NOTICEABLE
    ? "it looks as good as any"
    : `${best.name} looks better`;
}

/** The judgement of a move in words; `answer` is about the position before the turn. */
export function judge({ move: place, mover, by }, answer) {
  const [best] = answer.options;
  const played = answer.options.find(({ name }) => name === place.name);
  const text = loss(answer.bounds, played.bounds, best);
  if (text) {
    return `${place.name} ${text}.`;
  }
  if (played.bounds.lower < answer.bounds.upper) {
    const known = kindOf(played) === "unknown" ? "is not proven" : worth(played);
    return `${place.name} ${known}; ${estimate(played, best)}.`;
  }
  if (played.value === 1 && played.plies_to_end === 1) {
    return `${place.name} completes ${by === PERSON ? "your row. You win!" : "a row and wins."}`;
  }
  const isBest = !played.value || best.plies_to_end === played.plies_to_end;
  const better = isBest ? "" : `; ${best.name} takes ${movesTo(best)}`;
  if (played.value === -1) {
    const then = rowWins(answer.rules)
      ? `${other(mover)} can now win in ${movesTo(played)}`
      : `It ${worth(played)}`;
    return `${place.name} is no mistake, since every move loses here. ${then}${better}.`;
  }
  return `${place.name} ${isBest ? "is as good as any: it " : ""}${worth(played)}${better}.`;
}
