/** A table that no schema names and no document has needed yet. */
import type { Store } from "../storage/storage-types.ts";
import type { MissingTable } from "./execution.ts";

/** Makes the table: tables come into being with the first document, as in the backend. */
export function addTable(
  store: Pick<Store, "buildCatalog">,
  { name, namespace }: MissingTable,
): Promise<void> {
  return store.buildCatalog({ tables: [{ name, namespace, indexes: [] }] });
}
