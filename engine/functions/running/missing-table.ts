/** Creates tables that no schema names. */
import type { Store } from "../../storage/storage-types.ts";
import type { MissingTable } from "./execution.ts";

/** Creates the table, as the backend does with the first document. */
export function addTable(
  store: Pick<Store, "buildCatalog">,
  { name, namespace }: MissingTable,
): Promise<void> {
  return store.buildCatalog({ tables: [{ name, namespace, indexes: [] }] });
}
