/**
 * Verifies a database before it is served: only what everything else depends on, so that a large one takes no longer. Documents
 * are verified on read, and everything by the background scan.
 */
import { MetaSum, sumOfCatalog, sumOfSchema } from "../checksums.ts";
import { type Connection, isDamage } from "../database/sqlite.ts";
import { StorageError } from "../storage-error.ts";

/** @throws StorageError `damaged` when schema, catalog or clock are not as they were written. */
export function checkAtStart(connection: Connection, file: string): void {
  const part = damagedPart(connection);
  if (part === null) return;
  throw new StorageError(
    "damaged",
    `${file} is damaged (${part}); restore a backup.`,
  );
}

/** Which part is damaged; null when none is. */
export function damagedPart(connection: Connection): string | null {
  try {
    const meta = new Map(
      connection.prepare("SELECT name, value FROM meta").raw().all() as [
        name: string,
        value: number,
      ][],
    );
    if (meta.get("sum") !== new MetaSum(connection).now()) return "its clock";
    if (meta.get("schema") !== sumOfSchema(connection)) return "its schema";
    if (meta.get("catalog") !== sumOfCatalog(connection)) return "its catalog";
    return null;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  }
}
