/**
 * The summary of an import's changes, shown before it is confirmed. Texts and layout: confirmation.rs and table_change.rs of
 * get-convex/convex-backend, crates/application/src/snapshot_import. Here a component's table also names the component.
 */
import { keyOf, type OwnedTable } from "./owned-table.ts";

export type TableChange = OwnedTable & {
  readonly added: number;
  readonly deleted: number;
  readonly existing: number;
};

const NOTICE =
  "Once the import has started, it will run in the background.\nInterrupting `npx convex import` will not cancel it.";

/** @param changes in any order */
export function summaryOf(changes: readonly TableChange[]): string {
  if (changes.length === 0) return NOTICE;
  const sorted = changes.toSorted(
    (a, b) => compare(a.component, b.component) || compare(a.name, b.name),
  );
  const rows = [
    ["table", "create", "delete"],
    ...sorted.map(({ added, deleted, existing, ...table }) => [
      keyOf(table),
      withCommas(added),
      `${withCommas(deleted)} of ${withCommas(existing)}${table.name === "_storage" ? " files" : ""}`,
    ]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = "", ...lines] = rows.map(
    (row) =>
      `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`,
  );
  const rule = "-".repeat(widths.reduce((sum, width) => sum + width, 8));
  return ["Import change summary:", head, rule, ...lines, NOTICE].join("\n");
}

export function withCommas(count: number): string {
  return count.toLocaleString("en-US");
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
