/**
 * What the deployed functions have to say: lines of their consoles, at their own level, and calls, at the level `debug`.
 * Not what they threw unasked: functions/hidden-failures.ts.
 */
import type { CallWatcher, FinishedCall } from "../functions/finished-call.ts";
import { isWritten, type Level, type Log } from "./log.ts";

/** Anybody can call a function that writes a line; more than this a minute would let them fill a disk. */
const A_MINUTE = 600;
const MINUTE = 60_000;

const LEVEL_OF: Readonly<Record<string, Level>> = {
  DEBUG: "debug",
  LOG: "info",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
};

/**
 * @param nameOf what to call the function that was called
 * @param now milliseconds since the epoch
 */
export function functionLog(
  log: Log,
  nameOf: (call: FinishedCall) => string,
  now: () => number = Date.now,
): CallWatcher {
  const hasCalls = isWritten("debug", log.level);
  let since = -Infinity;
  let written = 0;
  const mayWrite = () => {
    if (now() >= since + MINUTE) {
      since = now();
      written = 0;
    }
    written += 1;
    if (written === A_MINUTE + 1)
      log.write({
        level: "warn",
        message: `Functions wrote ${A_MINUTE} lines within a minute; the rest of it is left out.`,
      });
    return written <= A_MINUTE;
  };
  return (call) => {
    const { logLines, requestId } = call;
    for (const line of logLines) {
      const [, mark = "", message = ""] =
        /^\[([A-Z]+)\] ([^]*)$/.exec(line) ?? [];
      const level = LEVEL_OF[mark] ?? "info";
      if (!isWritten(level, log.level) || !mayWrite()) continue;
      const facts = { function: nameOf(call), requestId };
      log.write({ level, message, ...facts, isSpoken: true });
    }
    if (!hasCalls) return;
    const { udfType, outcome } = call;
    const milliseconds = Math.round(call.milliseconds * 1000) / 1000;
    const facts = { kind: udfType, outcome, milliseconds, requestId };
    log.write({
      level: "debug",
      message: "call",
      function: nameOf(call),
      ...facts,
    });
  };
}
