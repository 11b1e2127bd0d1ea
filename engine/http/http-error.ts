/**
 * Errors of the HTTP layer, answered with `{code, message}` as on the backend. Errors of user code have status 200:
 * function-api.ts.
 */
import { AuthError } from "../auth/auth-error.ts";

/** Any error with these properties, from any folder, is answered this way. */
export class HttpError extends Error {
  readonly status: number;
  /** The backend's short name, in ScreamingCamelCase. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.code = code;
  }
}

export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
};

const INTERNAL: Problem = {
  status: 500,
  code: "InternalServerError",
  message: "Your request couldn't be completed. Try again later.",
};

/** The part of an error that the client may see. Errors without a status are faults of the engine and stay hidden. */
export function problemOf(error: unknown): Problem {
  if (error instanceof AuthError)
    return { status: 401, code: error.code, message: error.message };
  if (!(error instanceof Error)) return INTERNAL;
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (typeof status !== "number" || typeof code !== "string") return INTERNAL;
  return { status, code, message: error.message };
}
