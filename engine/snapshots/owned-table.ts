/** Tables of an import by name and component, as numbers and drafts of them are looked up and as texts speak of them. */
import { tableKey } from "../storage/catalog.ts";
import type { TableInfo } from "../storage/storage-types.ts";

export type OwnedTable = {
  readonly name: string;
  /** Path of the component whose table it is, `workpool/batchWorker`; "" is the app. */
  readonly component: string;
};

/** One text for each table: `messages`, `workpool/batchWorker/workers`. */
export function keyOf({ name, component }: OwnedTable): string {
  return tableKey({ name, namespace: component });
}

export function ownedOf({ name, namespace = "" }: Omit<TableInfo, "number">) {
  return { name, component: namespace };
}

/** The way back, with a number. */
export function infoOf(
  { name, component }: OwnedTable,
  number: number,
): TableInfo {
  return component === ""
    ? { name, number }
    : { name, number, namespace: component };
}

/** What the backend's texts say of a component after the name of a table: nothing of the app. */
export function inComponent(component: string): string {
  return component === "" ? "" : ` in '${component}'`;
}
