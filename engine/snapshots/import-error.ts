/** Errors in an imported file, in the words of the backend (crates/application/src/snapshot_import). */
import { SnapshotError } from "./snapshot-error.ts";

/** Ends an import; the message is shown to the caller. */
export class ImportError extends SnapshotError {
  override readonly name: string = "ImportError";
}

export function invalidZip(cause?: unknown): ImportError {
  return new ImportError("InvalidZip", "invalid zip file", cause);
}

/** @param row from 1 */
export function invalidValue(row: number, cause: unknown): ImportError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ImportError(
    "InvalidConvexValue",
    `Row ${row} wasn't a valid Convex value: ${why}`,
    cause,
  );
}

export function tableExists(table: string): ImportError {
  return new ImportError(
    "TableExists",
    `Table ${table} already exists. Please choose a new table name or use replace/append modes.`,
  );
}
