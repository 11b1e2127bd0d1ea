/**
 * Errors of user code: their text with frames, and the answers made of them. The forms are those of JsError and
 * RedactedJsError in get-convex/convex-backend (crates/common/src/errors.rs).
 */
import { randomFillSync } from "node:crypto";
import type { JsonValue } from "../values/json.ts";
import { UserError } from "../values/user-error.ts";
import type { FunctionFailure } from "./function-types.ts";

/** The error of a function, or the reason why it could not run. */
export type Thrown = {
  /** First line(s): `Uncaught Error: boom`, `ArgumentValidationError: …`. */
  readonly message: string;
  /** `    at handler (../convex/messages.ts:12:8)`, innermost first. */
  readonly frames: readonly string[];
  /** Encoded payload of a ConvexError. */
  readonly data?: JsonValue;
  /** Refused because of a mistake of the caller; no code ran. */
  readonly isRefusal?: true;
};

/** Longer texts of user code are truncated, as in the backend. */
const MAX_MESSAGE = 1 << 16;

/** Carries a Thrown through the engine's own promises. */
export class FunctionThrew extends Error {
  readonly thrown: Thrown;

  constructor(thrown: Thrown) {
    super(thrown.message);
    this.name = "FunctionThrew";
    this.thrown = thrown;
  }
}

/** An error of the engine about the call, without frames. */
export function complaint(message: string): FunctionThrew {
  return new FunctionThrew({ message, frames: [] });
}

/** An error about the caller's request: no such function, wrong arguments. */
export function refusal(message: string): FunctionThrew {
  return new FunctionThrew({ message, frames: [], isRefusal: true });
}

/** Message and frames as one text, ending with a newline. */
export function fullText({ message, frames }: Thrown): string {
  return [message.slice(0, MAX_MESSAGE), ...frames, ""].join("\n");
}

/**
 * The message that a caller inside the deployment catches. It ends with a newline after frames, to separate them from
 * the caller's own.
 */
export function innerText(thrown: Thrown): string {
  const text = fullText(thrown);
  return thrown.frames.length > 0 ? text : text.trimEnd();
}

/** Random bytes for many ids at once: one call of the generator costs more than an id. */
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

/** How much clients learn about failures. */
export type Telling = {
  readonly showErrors: boolean;
};

/** The answer for clients. They always get payloads of ConvexErrors; texts and log lines only if `showErrors`. */
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
 * The Thrown of an error of user code, or of one about the call.
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
