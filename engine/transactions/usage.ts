/**
 * Counts what a transaction reads and writes and stops it at the limits, with the backend's texts. Holds no documents.
 * Documents of system tables do not count.
 */
import { documentSize } from "../values/documents.ts";
import { FIRST_USER_TABLE } from "../values/ids.ts";
import type { JsonDocument } from "../values/json.ts";
import { TRANSACTION_LIMITS } from "../values/limits.ts";
import { UserError } from "../values/user-error.ts";

const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

export type Written = {
  readonly documents: number;
  readonly bytes: number;
};

export class Usage {
  documentsRead = 0;
  bytesRead = 0;
  #written: Written = { documents: 0, bytes: 0 };

  /** What is written, to come back to when a nested call is undone. */
  get written(): Written {
    return this.#written;
  }

  restore(written: Written): void {
    this.#written = written;
  }

  /** @throws UserError when one document or its bytes are too many. */
  countRead(table: number, document: JsonDocument): void {
    if (table < FIRST_USER_TABLE) return;
    this.documentsRead++;
    this.bytesRead += documentSize(document);
    const { documentsRead, bytesRead } = TRANSACTION_LIMITS;
    if (this.documentsRead > documentsRead)
      throw new UserError(
        `Too many documents read in a single function execution (limit: ${documentsRead}). ${HELP}`,
      );
    if (this.bytesRead > bytesRead)
      throw new UserError(
        `Too many bytes read in a single function execution (limit: ${bytesRead} bytes). ${HELP}`,
      );
  }

  /** @throws UserError when these are too many intervals. */
  checkQueries(intervals: number): void {
    const { databaseQueries } = TRANSACTION_LIMITS;
    if (intervals > databaseQueries)
      throw new UserError(
        `Too many reads in a single function execution (limit: ${databaseQueries}). ${HELP}`,
      );
  }

  /**
   * @param document null for a deletion, which counts without bytes.
   * @throws UserError when one write or its bytes are too many.
   */
  countWrite(table: number, document: JsonDocument | null): void {
    if (table < FIRST_USER_TABLE) return;
    this.#written = {
      documents: this.#written.documents + 1,
      bytes: this.#written.bytes + (document ? documentSize(document) : 0),
    };
    const { documentsWritten, bytesWritten } = TRANSACTION_LIMITS;
    if (this.#written.documents > documentsWritten)
      throw new UserError(
        `Too many writes in a single function execution (limit: ${documentsWritten})`,
      );
    if (this.#written.bytes > bytesWritten)
      throw new UserError(
        `Too many bytes written in a single function execution (limit: ${bytesWritten / (1 << 20)} MiB)`,
      );
  }
}
