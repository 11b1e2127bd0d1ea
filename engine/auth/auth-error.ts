/**
 * This folder's error: a token or auth configuration that is not acceptable. sync/ and http/ turn it into an AuthError
 * message or a 401.
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
