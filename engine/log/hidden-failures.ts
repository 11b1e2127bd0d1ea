/**
 * Failures of user code that nobody is told of, for the engine's log: in production all of them, otherwise those of
 * scheduled functions. Not those of crons, which the scheduler tells; not what is thrown on purpose, and
 * not the engine's complaints about a call: those hold what the caller sent.
 */
import type { CallWatcher, FinishedCall } from "../functions/finished-call.ts";
import { createFew } from "./few.ts";
import type { Log } from "./log.ts";

/**
 * Failures that an action is told of are its own matter.
 * @param nameOf what to call the function that was called
 * @param isHidden whether clients learn nothing of failures
 */
export function hiddenFailures(
  log: Log,
  nameOf: (call: FinishedCall) => string,
  isHidden: boolean,
): CallWatcher {
  const writeFew = createFew(log);
  return (call) => {
    const { thrown, isNested, isScheduled, requestId } = call;
    if (!isHidden && !isScheduled) return;
    if (isNested || thrown === null || thrown.data !== undefined) return;
    const stack = thrown.frames.map((frame) => frame.trim());
    const [place] = stack;
    if (place === undefined) return;
    const name = nameOf(call);
    const { message } = thrown;
    const facts = { function: name, requestId, stack };
    writeFew(`${name} failed ${place}`, { level: "error", message, ...facts });
  };
}
