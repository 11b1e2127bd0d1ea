/**
 * Failures of user code that nobody is told of, for the engine's log: in production all of them, otherwise those of
 * scheduled functions. Not those of crons, which the scheduler tells; not what is thrown on purpose, and
 * not the engine's complaints about a call: those hold what the caller sent.
 */
import type { CallWatcher, FinishedCall } from "../functions/finished-call.ts";
import type { Log } from "./log.ts";

/** Anybody can make a function fail; more than this a minute would let them fill a disk. */
const A_MINUTE = 30;
const MINUTE = 60_000;
/** Characters of a message, and frames. */
const LONGEST = 4096;
const DEEPEST = 32;

/**
 * Failures that an action is told of are its own matter.
 * @param nameOf what to call the function that was called
 * @param isHidden whether clients learn nothing of failures
 * @param now milliseconds since the epoch
 */
export function hiddenFailures(
  log: Log,
  nameOf: (call: FinishedCall) => string,
  isHidden: boolean,
  now: () => number = Date.now,
): CallWatcher {
  let since = -Infinity;
  let written = 0;
  return (call) => {
    const { thrown, isNested, isScheduled, requestId } = call;
    if (!isHidden && !isScheduled) return;
    if (isNested || thrown === null || thrown.data !== undefined) return;
    if (thrown.frames.length === 0) return;
    if (now() >= since + MINUTE) {
      since = now();
      written = 0;
    }
    written += 1;
    if (written > A_MINUTE) return;
    log.write({
      level: "error",
      message: thrown.message.slice(0, LONGEST),
      function: nameOf(call),
      requestId,
      stack: thrown.frames.slice(0, DEEPEST).map((frame) => frame.trim()),
    });
  };
}
