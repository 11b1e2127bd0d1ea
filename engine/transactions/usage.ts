/**
 * Counts reads and writes of a transaction, and stops it at the limits with the backend's texts. Documents of system tables do
 * not count.
 */
import { documentNesting, documentSize } from "../values/documents.ts";
import { formatSize } from "../values/format-size.ts";
import { isSystemTable } from "../values/ids.ts";
import type { JsonDocument } from "../values/json.ts";
import {
  nearLimit,
  TRANSACTION_LIMITS,
  type TransactionLimits,
  VALUE_LIMITS,
} from "../values/limits.ts";
import { UserError } from "../values/user-error.ts";
import type { Outsized, TransactionMetrics } from "./transaction-types.ts";

/** Advice for a caller that reads too much. */
export const READ_LESS =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

export type Written = {
  readonly documents: number;
  readonly bytes: number;
} & Pick<TransactionMetrics, "largest" | "deepest">;

/** Bytes and levels above which a document is noted. */
const LARGE = nearLimit(VALUE_LIMITS.documentBytes);
const DEEP = nearLimit(VALUE_LIMITS.documentNesting);

export class Usage {
  limits: TransactionLimits = TRANSACTION_LIMITS;
  documentsRead = 0;
  bytesRead = 0;
  #written: Written = { documents: 0, bytes: 0, largest: null, deepest: null };

  /** What is written so far, to restore when a nested call is rolled back. */
  get written(): Written {
    return this.#written;
  }

  restore(written: Written): void {
    this.#written = written;
  }

  metrics(databaseQueries: number): TransactionMetrics {
    const { bytesRead, documentsRead } = this;
    const { documents, bytes, largest, deepest } = this.#written;
    return {
      ...{ largest, deepest, bytesRead, documentsRead, databaseQueries },
      ...{ bytesWritten: bytes, documentsWritten: documents },
    };
  }

  /** @throws UserError when documents or bytes exceed a limit. */
  countRead(table: number, document: JsonDocument): void {
    if (isSystemTable(table)) return;
    this.documentsRead++;
    this.bytesRead += documentSize(document);
    const { documentsRead, bytesRead } = this.limits;
    if (this.documentsRead > documentsRead)
      throw new UserError(
        `Too many documents read in a single function execution (limit: ${documentsRead}). ${READ_LESS}`,
      );
    if (this.bytesRead > bytesRead)
      throw new UserError(
        `Too many bytes read in a single function execution (limit: ${bytesRead} bytes). ${READ_LESS}`,
      );
  }

  /** @throws UserError when there are too many intervals. */
  checkQueries(intervals: number): void {
    const { databaseQueries } = this.limits;
    if (intervals > databaseQueries)
      throw new UserError(
        `Too many reads in a single function execution (limit: ${databaseQueries}). ${READ_LESS}`,
      );
  }

  /**
   * @param document null for a deletion, which counts without bytes.
   * @throws UserError when writes or bytes exceed a limit.
   */
  countWrite(table: number, document: JsonDocument | null): void {
    if (isSystemTable(table)) return;
    const { documents, bytes, largest, deepest } = this.#written;
    const size = document ? documentSize(document) : 0;
    const nesting = document ? documentNesting(document) : 0;
    this.#written = {
      documents: documents + 1,
      bytes: bytes + size,
      largest: larger(largest, document, size, LARGE),
      deepest: larger(deepest, document, nesting, DEEP),
    };
    const { documentsWritten, bytesWritten } = this.limits;
    if (this.#written.documents > documentsWritten)
      throw new UserError(
        `Too many writes in a single function execution (limit: ${documentsWritten})`,
      );
    if (this.#written.bytes > bytesWritten)
      throw new UserError(
        `Too many bytes written in a single function execution (limit: ${formatSize(bytesWritten)})`,
      );
  }
}

function larger(
  known: Outsized | null,
  document: JsonDocument | null,
  amount: number,
  floor: number,
): Outsized | null {
  return document === null || amount <= (known?.amount ?? floor)
    ? known
    : { id: document._id, amount };
}
