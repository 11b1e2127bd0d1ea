/** A refused export or import; http/ answers with its status, code and message. */
export class SnapshotError extends Error {
  override readonly name: string = "SnapshotError";
  readonly status: number = 400;
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
