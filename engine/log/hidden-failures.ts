/**
 * Logs failures of user code that no client sees: all in production, otherwise those of scheduled functions. The
 * scheduler reports failed crons. Intended errors and errors about a call are left out; these hold data of the caller.
 */
import type {
  CallWatcher,
  FinishedCall,
} from "../functions/running/finished-call.ts";
import { createFew } from "./few.ts";
import type { Log } from "./log.ts";

/**
 * Failures that an action gets are left to it.
 * @param nameOf the name to log for the called function
 * @param isHidden whether failures are hidden from clients
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
