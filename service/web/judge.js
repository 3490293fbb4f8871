/** Words about a move that the service does not call a mistake. */

import { PERSON } from "./game.js";
import { other, rowWins } from "./rules.js";
import { kindOf, movesTo, worth } from "./words.js";

/** The difference of scores from which a move looks worse than another. */
const NOTICEABLE = 0.1;

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

/** What a move is worth in words; `answer` is about the position before the turn. */
export function judge({ move: place, mover, by }, answer) {
  const [best] = answer.options;
  const played = answer.options.find(({ name }) => name === place.name);
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
