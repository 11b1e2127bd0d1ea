/**
 * The program's own output while it serves: records with a level, a line of text or of JSON each, without personal data
 * (mask.ts), and short. How many there may be is for those who write: few.ts.
 */
import { masked } from "./mask.ts";

/** Bytes of a message or a frame, which may hold what callers sent, and of a message in the engine's own words. */
const MOST_BYTES = 256;
const MOST_OWN_BYTES = 4096;
/** Characters of a text that are looked at. */
const READ = 4096;
const MOST_FRAMES = 32;

const encoder = new TextEncoder();
/** Of the mark of a text that was cut. */
const MARK_BYTES = 3;

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
  /** Nothing in the message is a caller's. */
  readonly isOwn?: true;
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
      const { isSpoken = false, isOwn = false, stack, ...rest } = record;
      const read = masked(record.message.slice(0, READ), isSpoken);
      const message = oneLine(read, isOwn ? MOST_OWN_BYTES : MOST_BYTES);
      const frames = stack
        ?.slice(0, MOST_FRAMES)
        .map((frame) => oneLine(frame.slice(0, READ), MOST_BYTES));
      const short = { ...rest, message, ...(frames && { stack: frames }) };
      put(lineOf(new Date(now()).toISOString(), short));
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

function textOf(
  time: string,
  { level, message, stack = [], ...fields }: LogRecord,
): string {
  const facts = Object.entries(fields).map(([name, is]) => `${name}=${is}`);
  const head = [time, level, message, ...facts].join(" ");
  return [head, ...stack].join("\n    ");
}

/** What callers sent may be in it: it must neither look like another entry nor steer a terminal, nor fill the disk. */
function oneLine(text: string, most: number): string {
  const flat = text
    .replace(/\n */g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  if (Buffer.byteLength(flat) <= most) return flat;
  const room = new Uint8Array(most - MARK_BYTES);
  return `${flat.slice(0, encoder.encodeInto(flat, room).read)}…`;
}
