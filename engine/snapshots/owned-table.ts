/** Tables of an import by name and component. */
import { tableKey } from "../storage/catalog/catalog.ts";
import type { TableInfo } from "../storage/storage-types.ts";

export type OwnedTable = {
  readonly name: string;
  /** Path of the component that owns the table, `workpool/batchWorker`; "" is the app. */
  readonly component: string;
};

/** A unique text per table: `messages`, `workpool/batchWorker/workers`. */
export function keyOf({ name, component }: OwnedTable): string {
  return tableKey({ name, namespace: component });
}

export function ownedOf({ name, namespace = "" }: Omit<TableInfo, "number">) {
  return { name, component: namespace };
}

/** The inverse of `ownedOf`, with a number. */
export function infoOf(
  { name, component }: OwnedTable,
  number: number,
): TableInfo {
  return component === ""
    ? { name, number }
    : { name, number, namespace: component };
}

/** How the backend's texts name a component after a table; empty for the app. */
export function inComponent(component: string): string {
  return component === "" ? "" : ` in '${component}'`;
}
