/** Judges moves. Only a move that is proven to lose value is called a mistake. */

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

/** The judgement of one move in words; `answer` is about the position before it. */
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
