/** A request for a file or an upload that cannot be served; http/ answers with its status, code and message. */
export class FileError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "FileError";
    this.status = status;
    this.code = code;
  }
}
