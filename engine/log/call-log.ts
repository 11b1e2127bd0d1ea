/** What the log has of calls: what functions write to their consoles, and failures that nobody is told of. */
import type { CallWatcher, FinishedCall } from "../functions/finished-call.ts";
import { functionLog } from "./function-log.ts";
import { hiddenFailures } from "./hidden-failures.ts";
import type { Log } from "./log.ts";

/** What callers invent has no name of its own. */
const NONE = "(none)";

/**
 * @param nameOf the name of the function that was called; null when there is none
 * @param isHidden whether clients learn nothing of failures
 */
export function createCallLog(
  log: Log,
  nameOf: (call: FinishedCall) => string | null,
  isHidden: boolean,
): CallWatcher {
  const named = (call: FinishedCall) => nameOf(call) ?? NONE;
  const functions = functionLog(log, named);
  const failures = hiddenFailures(log, named, isHidden);
  return (call) => {
    functions(call);
    failures(call);
  };
}
