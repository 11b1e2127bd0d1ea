/**
 * What clients are not told in production: failures of user code, for the engine's log. Not what is thrown on purpose, and
 * not the engine's complaints about a call: those hold what the caller sent.
 */
import type { CallWatcher, FinishedCall } from "../functions/finished-call.ts";
import { createFew } from "./few.ts";
import type { Log } from "./log.ts";

/**
 * Failures that an action is told of are its own matter.
 * @param nameOf what to call the function that was called
 */
export function hiddenFailures(
  log: Log,
  nameOf: (call: FinishedCall) => string,
): CallWatcher {
  const writeFew = createFew(log);
  return (call) => {
    const { thrown, isNested, requestId } = call;
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
