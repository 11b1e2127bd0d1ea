/**
 * The program's own output while it serves: records with a level, a line of text or of JSON each, without personal data
 * (mask.ts). How many there may be is for those who write: error-log.ts, function-log.ts.
 */
import { masked } from "./mask.ts";

/** The most important first. */
export const LEVELS = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof LEVELS)[number];

export const FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof FORMATS)[number];

/** What there is to say beside the message; all of it is the engine's own or a name of the deployed code. */
export type LogFields = {
  readonly function?: string;
  readonly kind?: string;
  readonly outcome?: string;
  readonly milliseconds?: number;
  /** As the client was shown it. */
  readonly requestId?: string;
  /** Id of one that is damaged. */
  readonly document?: string;
};

export type LogRecord = LogFields & {
  readonly level: Level;
  /** May hold what callers sent. */
  readonly message: string;
  /** Frames, innermost first, without what goes before them. */
  readonly stack?: readonly string[];
  /** Words in quotation marks are its author's and stay; otherwise they are values. */
  readonly isSpoken?: true;
};

export type Log = {
  /** Least important records that are written. */
  readonly level: Level;
  readonly write: (record: LogRecord) => void;
};

/**
 * @param put gets each line, without its end
 * @param now milliseconds since the epoch
 */
export function createLog(
  format: LogFormat,
  level: Level,
  put: (line: string) => void,
  now: () => number = Date.now,
): Log {
  const lineOf = { text: textOf, json: jsonOf }[format];
  return {
    level,
    write(record) {
      if (!isWritten(record.level, level)) return;
      const { isSpoken = false, ...rest } = record;
      const message = masked(record.message, isSpoken);
      put(lineOf(new Date(now()).toISOString(), { ...rest, message }));
    },
  };
}

/** Whether records of `level` are written where `least` is the least important that is. */
export function isWritten(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(least);
}

function jsonOf(time: string, { level, message, ...rest }: LogRecord): string {
  return JSON.stringify({ time, level, message, ...rest });
}

/** What callers sent may be in it: it must neither look like another entry nor steer a terminal. */
function textOf(
  time: string,
  { level, message, stack = [], ...fields }: LogRecord,
): string {
  const facts = Object.entries(fields).map(([name, is]) => `${name}=${is}`);
  const head = [time, level, message, ...facts].join(" ");
  return [head, ...stack]
    .join("\n")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "?")
    .replace(/\n */g, "\n    ");
}
