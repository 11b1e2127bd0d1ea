/** Logs calls: console lines of functions, and failures that no client sees. */
import type {
  CallWatcher,
  FinishedCall,
} from "../functions/running/finished-call.ts";
import { functionLog } from "./function-log.ts";
import { hiddenFailures } from "./hidden-failures.ts";
import type { Log } from "./log.ts";

/** Logged for names that callers invent. */
const NONE = "(none)";

/**
 * @param nameOf the name of the called function; null when there is none
 * @param isHidden whether failures are hidden from clients
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
