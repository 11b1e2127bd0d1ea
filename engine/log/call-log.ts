/** Logs calls: console lines of functions, and failures that no client sees. */
import type {
  CallWatcher,
  FinishedCall,
} from "../functions/running/finished-call.ts";
import { createFew } from "./few.ts";
import { isWritten, type Level, type Log } from "./log.ts";

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

const LEVEL_OF: Readonly<Record<string, Level>> = {
  DEBUG: "debug",
  LOG: "info",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
};

/**
 * Logs console lines of functions at their own level, and calls at the level `debug`. Developers read complete lines
 * elsewhere (deploy/log-stream.ts).
 * @param nameOf the name to log for the called function
 */
export function functionLog(
  log: Log,
  nameOf: (call: FinishedCall) => string,
): CallWatcher {
  const hasCalls = isWritten("debug", log.level);
  const writeFew = createFew(log);
  return (call) => {
    const { logLines, requestId } = call;
    for (const line of logLines) {
      const [, mark = "", message = ""] =
        /^\[([A-Z]+)\] ([^]*)$/.exec(line) ?? [];
      const level = LEVEL_OF[mark] ?? "info";
      if (!isWritten(level, log.level)) continue;
      const name = nameOf(call);
      const facts = { function: name, requestId };
      const record = { level, message, ...facts, isSpoken: true } as const;
      writeFew(`lines of ${name} at level ${level}`, record);
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

/**
 * Logs failures of user code that no client sees: all in production, otherwise those of scheduled functions. The
 * scheduler reports failed crons. Intended errors and errors about a call are left out; these hold data of the caller.
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
