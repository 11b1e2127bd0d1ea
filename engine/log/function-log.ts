/**
 * Logs console lines of functions at their own level, and calls at the level `debug`. Developers read complete lines
 * elsewhere (deploy/log-stream.ts).
 */
import type {
  CallWatcher,
  FinishedCall,
} from "../functions/running/finished-call.ts";
import { createFew } from "./few.ts";
import { isWritten, type Level, type Log } from "./log.ts";

const LEVEL_OF: Readonly<Record<string, Level>> = {
  DEBUG: "debug",
  LOG: "info",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
};

/** @param nameOf the name to log for the called function */
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
