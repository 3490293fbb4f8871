/** What may go wrong with a question, each with a sentence for the player. */

import { say } from "./language.js";

/** The service refuses a question, which would be refused again. */
export class Problem extends Error {}

/** The network or the service fails; the same question, asked again, may be answered. */
export class Failure extends Problem {}

const failAs = (sentence) => (error) => {
  const isMeant = error instanceof Problem || error.name === "AbortError";
  const isLate = error.name === "TimeoutError";
  throw isMeant ? error : new Failure(isLate ? say("The service has not answered in time.") : sentence);
};

/** Handlers of a request that fails before its answer has begun, and after that. */
export const unanswered = failAs(say("The service does not answer."));
export const brokenOff = failAs(say("The answer broke off before its end."));

/** The value of a text in JSON; Failure if that is cut off. */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return brokenOff(error);
  }
}

/** A gateway, or the page of a hotel, answers in place of the service. */
export const foreign = (status) =>
  new Failure(
    say("Something between this page and the service answered in its place ({status}).", { status }),
  );

/** What the service says is wrong. */
export function asProblem({ status, code, detail, errors }) {
  const messages = errors.map(({ message }) => message);
  const text = messages.includes(detail) ? detail : [detail, ...messages].join(" ");
  // A request that did not come in time (408) is the network's fault.
  return status >= 500 || status === 408 ? new Failure(text) : new Problem(text, { cause: code });
}
