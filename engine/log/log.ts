/**
 * The engine's own log: short records with a level, as a line of text or JSON, without personal data (mask.ts). few.ts
 * limits their number.
 */
import { masked } from "./mask.ts";

/** Bytes of a message or frame, which may hold data of callers, and of a message in the engine's own words. */
const MAX_BYTES = 256;
const MAX_OWN_BYTES = 4096;
/** Characters of a text that are read. */
const READ = 4096;
const MAX_FRAMES = 32;

const encoder = new TextEncoder();
/** Size of the mark of a truncated text. */
const MARK_BYTES = 3;

/** The most important first. */
export const LEVELS = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof LEVELS)[number];

export const FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof FORMATS)[number];

/** Fields in addition to the message, all from the engine or names of the deployed code. */
export type LogFields = {
  readonly function?: string;
  readonly kind?: string;
  readonly outcome?: string;
  readonly milliseconds?: number;
  /** As shown to the client. */
  readonly requestId?: string;
  /** Id of a damaged document. */
  readonly document?: string;
};

export type LogRecord = LogFields & {
  readonly level: Level;
  /** May hold data of callers. */
  readonly message: string;
  /** Frames, innermost first, without leading text. */
  readonly stack?: readonly string[];
  /** Quoted words are the author's and stay; otherwise they are masked as values. */
  readonly isSpoken?: true;
  /** The message holds no data of callers. */
  readonly isOwn?: true;
};

export type Log = {
  /** Least important level that is written. */
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
      const message = oneLine(read, isOwn ? MAX_OWN_BYTES : MAX_BYTES);
      const frames = stack
        ?.slice(0, MAX_FRAMES)
        .map((frame) => oneLine(frame.slice(0, READ), MAX_BYTES));
      const short = { ...rest, message, ...(frames && { stack: frames }) };
      put(lineOf(new Date(now()).toISOString(), short));
    },
  };
}

/** Whether records of `level` are written when `least` is the minimum. */
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

/** The text may hold data of callers: it must not imitate another entry, control a terminal, or fill the disk. */
function oneLine(text: string, most: number): string {
  const flat = text
    .replace(/\n */g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  if (Buffer.byteLength(flat) <= most) return flat;
  const room = new Uint8Array(most - MARK_BYTES);
  return `${flat.slice(0, encoder.encodeInto(flat, room).read)}…`;
}
