/** What moves have kept or given away: only what is proven is called a mistake. */

import { kindOf, movesTo, worth } from "./words.js";

/** How much less a score has to be to look worse. */
const NOTICEABLE = 0.1;

/**
 * What a move lost, in words; null if it is not proven to have lost anything. `before` are the
 * bounds of the position, `after` those of the move, `better` the option that was best.
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
 * Judge the moves between positions in a row by the answers about them: for each move
 * `{text, better}` where it was a mistake, null where it surely was none, undefined where neither
 * is proven.
 */
export function judgeAll(answers) {
  return answers.slice(1).map((answer, index) => {
    const { bounds, options } = answers[index];
    const after = turned(answer.bounds);
    const text = loss(bounds, after, options[0]);
    return text ? { text, better: options[0] } : bounds.upper <= after.lower ? null : undefined;
  });
}

/** How a move looks that may be the best or not; `best` is the option that comes first. */
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

/** What is to be said of one move; `answer` is of the position before it. */
export function judge(place, answer) {
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
  if (played.value && best.plies_to_end !== played.plies_to_end) {
    return `${place.name} ${worth(played)}; ${best.name} takes ${movesTo(best)}.`;
  }
  return `${place.name} is as good as any: it ${worth(played)}.`;
}
