/** Reasons why the engine cannot start or continue, with exit codes and messages for the operator. */

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

/** Exit codes of main.ts; 1 is for unforeseen errors. */
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

/** Advice. The launcher has other texts where its options have other names. */
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
  /** A sentence, or empty if the message is enough. */
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
