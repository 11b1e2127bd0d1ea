/**
 * Errors of user code on their way out: what was thrown, as text with frames, and the answer made of it.
 * The forms are those of JsError and RedactedJsError in get-convex/convex-backend (crates/common/src/errors.rs).
 */
import { randomFillSync } from "node:crypto";
import type { JsonValue } from "../values/json.ts";
import { UserError } from "../values/user-error.ts";
import type { FunctionFailure } from "./function-types.ts";

/** What a function threw, or why it could not run. */
export type Thrown = {
  /** First line(s): `Uncaught Error: boom`, `ArgumentValidationError: …`. */
  readonly message: string;
  /** `    at handler (../convex/messages.ts:12:8)`, innermost first. */
  readonly frames: readonly string[];
  /** Encoded payload of a ConvexError. */
  readonly data?: JsonValue;
  /** It answers a mistake of the caller's; no code ran. */
  readonly isRefusal?: true;
};

/** Texts from user code are cut here, as in the backend. */
const MAX_MESSAGE = 1 << 16;

/** Carries what was thrown through the engine's own promises. */
export class FunctionThrew extends Error {
  readonly thrown: Thrown;

  constructor(thrown: Thrown) {
    super(thrown.message);
    this.name = "FunctionThrew";
    this.thrown = thrown;
  }
}

/** A complaint of the engine about the call; it has no frames. */
export function complaint(message: string): FunctionThrew {
  return new FunctionThrew({ message, frames: [] });
}

/** A complaint about what the caller asked for: no such function, wrong arguments. */
export function refusal(message: string): FunctionThrew {
  return new FunctionThrew({ message, frames: [], isRefusal: true });
}

/** Message and frames as one text, ending with a newline. */
export function fullText({ message, frames }: Thrown): string {
  return [message.slice(0, MAX_MESSAGE), ...frames, ""].join("\n");
}

/** What a caller inside the deployment catches: after frames there is a line's end, so that its own ones stand apart. */
export function innerText(thrown: Thrown): string {
  const text = fullText(thrown);
  return thrown.frames.length > 0 ? text : text.trimEnd();
}

/** Drawn for many ids at once: one call of the generator costs more than an id. */
const pool = Buffer.alloc(8 * 512);
let drawn = pool.length;

/** 16 hex digits, shown with errors and given by `getRequestMetadata`. */
export function newRequestId(): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += 8;
  return pool.toString("hex", drawn - 8, drawn);
}

/** How much clients learn of failures. */
export type Telling = {
  readonly showErrors: boolean;
};

/**
 * The answer for clients. Payloads of ConvexErrors always reach them; texts and log lines only if `showErrors`.
 */
export function failureOf(
  thrown: Thrown,
  requestId: string,
  logLines: readonly string[],
  { showErrors }: Telling,
): FunctionFailure {
  const head = `[Request ID: ${requestId}] Server Error`;
  return {
    ok: false,
    message: showErrors ? `${head}\n${fullText(thrown)}` : head,
    ...(thrown.data === undefined ? {} : { data: thrown.data }),
    logLines: showErrors ? logLines : [],
  };
}

/**
 * What was thrown, if it was thrown by user code or is a complaint about it.
 * @throws the error itself when it is the engine's own.
 */
export function thrownOf(error: unknown): Thrown {
  if (error instanceof FunctionThrew) return error.thrown;
  if (error instanceof UserError)
    return {
      message: error.message,
      frames: [],
      ...(error.data === undefined ? {} : { data: error.data }),
    };
  throw error;
}
