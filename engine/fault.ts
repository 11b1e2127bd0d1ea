/**
 * Reasons why the engine cannot start or go on, each with its exit code and a message for whoever runs it.
 * Not for errors of functions or requests.
 */

export type FaultKind =
  "usage" | "node" | "port" | "locked" | "damaged" | "unwritable";

/** Codes of main.ts's exit; 1 is left for what nobody foresaw. */
export const EXIT_CODES: Record<FaultKind, number> = {
  usage: 2,
  node: 3,
  port: 4,
  locked: 5,
  damaged: 6,
  unwritable: 7,
};

/** `message` is one line, or a line and the usage. */
export class Fault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "Fault";
    this.kind = kind;
  }
}
