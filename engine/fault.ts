/**
 * Reasons why the engine cannot start or go on, each with its exit code and a message for whoever runs it.
 * Not for errors of functions or requests.
 */

export type FaultKind =
  | "usage"
  | "node"
  | "port"
  | "locked"
  | "damaged"
  | "unwritable"
  | "host"
  | "newer"
  | "backup";

/** Codes of main.ts's exit; 1 is left for what nobody foresaw. */
export const EXIT_CODES: Record<FaultKind, number> = {
  usage: 2,
  node: 3,
  port: 4,
  locked: 5,
  damaged: 6,
  unwritable: 7,
  host: 8,
  newer: 9,
  backup: 10,
};

/** What to do about it. The launcher has words of its own where it has other names for the options. */
const ADVICE: Partial<Record<FaultKind, string>> = {
  node: "Get a newer one from https://nodejs.org.",
  port: "Stop it, or choose another port with --port and --site-port.",
  locked: "Stop that one, or choose another folder with --data.",
  unwritable: "Choose another folder with --data.",
  newer:
    "Start that version or a newer one, or choose another folder with --data.",
  host: "Choose another with --host; 0.0.0.0 is all addresses of this machine.",
};

/** `message` is one sentence (after a mistake on the command line: a line and the usage); `advice` may follow it. */
export class Fault extends Error {
  readonly kind: FaultKind;
  /** A sentence, or nothing where the message says it. */
  readonly advice: string;

  constructor(
    kind: FaultKind,
    message: string,
    options?: { cause?: unknown; advice?: string },
  ) {
    super(message, options);
    this.name = "Fault";
    this.kind = kind;
    this.advice = options?.advice ?? ADVICE[kind] ?? "";
  }
}
