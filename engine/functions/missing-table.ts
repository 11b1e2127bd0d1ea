/** A table that no schema names and no document has needed yet. */
import type { Store } from "../storage/storage-types.ts";
import type { MissingTable } from "./execution.ts";

/** Makes the table: tables come into being with the first document, as in the backend. */
export async function addTable(
  store: Pick<Store, "catalog" | "changeCatalog">,
  { name, namespace }: MissingTable,
): Promise<void> {
  const { catalog } = store;
  await store.changeCatalog({
    // Asked for when it is this change's turn: another change may be under way, and must not be undone.
    get tables() {
      const present = catalog.tables().map((table) => ({
        name: table.name,
        namespace: table.namespace ?? "",
        indexes: catalog
          .indexesOf(table.number)
          .filter((index) => index.name !== "by_creation_time"),
      }));
      return catalog.table(name, namespace)
        ? present
        : [...present, { name, namespace, indexes: [] }];
    },
  });
}
