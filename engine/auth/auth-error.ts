/**
 * The one error of this folder: a token or an auth configuration that cannot be accepted.
 * Turning it into an AuthError message or a 401 is the business of sync/ and http/.
 */

/** `code` is the backend's short name (`InvalidAuthHeader`, `NoAuthProvider`, …), `message` its text. */
export class AuthError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "AuthError";
    this.code = code;
  }
}
