/** A refused push or admin request; http/ answers with its status, code and message. */
export class DeployError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(
    code: string,
    message: string,
    options: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "DeployError";
    this.code = code;
    this.status = options.status ?? 400;
  }
}

/** An error of a push, with the start that the backend gives it. */
export function pushError(
  code: string,
  why: string,
  cause?: unknown,
): DeployError {
  return new DeployError(code, `Hit an error while pushing:\n${why}`, {
    cause,
  });
}
