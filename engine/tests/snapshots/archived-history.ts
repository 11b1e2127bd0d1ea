/** Creates a history for an archive, with the contents after each commit. */
import type { Store } from "../../storage/storage-types.ts";
import type { JsonDocument } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import { inserting, newDocument, replacing } from "../storage/test-store.ts";
import { documentsOf } from "./archived-store.ts";

export const KIND = { name: "by_kind", fields: ["kind", "n"] };
export const items = (...indexes: (typeof KIND)[]) => ({
  tables: [{ name: "items", indexes }],
});
export const tableOf = (store: Store, name = "items") =>
  must(store.catalog.table(name), name).number;

/** Numbers that look random but are the same each time. */
function drawn(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

export type Moment = {
  readonly ts: number;
  readonly content: Map<string, string>;
};

/** Writes, changes and deletes documents, one commit at a time. @returns the contents after each */
export async function live(store: Store, steps: number, seed: number) {
  const draw = drawn(seed);
  const table = tableOf(store);
  const documents = new Map<string, JsonDocument>();
  for (const [id] of documentsOf(store)) {
    const document = store.get(table, id);
    if (document) documents.set(id, document);
  }
  const moments: Moment[] = [];
  for (let n = 0; n < steps; n++) {
    const old = [...documents.values()][draw(2 * documents.size + 1)];
    const fields = { kind: `k${draw(3)}`, n, text: "x".repeat(draw(300)) };
    const next = newDocument(table, fields);
    const after =
      old === undefined ? next : draw(3) === 0 ? null : { ...old, ...fields };
    const write =
      old === undefined ? inserting(table, next) : replacing(table, old, after);
    const { ts } = store.apply([write]);
    await store.whenDurable(ts);
    if (after === null) documents.delete(write.id);
    else documents.set(write.id, after);
    moments.push({ ts, content: documentsOf(store) });
  }
  return moments;
}

export const isIn = (
  moments: readonly Moment[],
  content: Map<string, string>,
) => moments.some((moment) => isSame(moment.content, content));
export const isSame = (a: Map<string, string>, b: Map<string, string>) =>
  a.size === b.size && [...a].every(([id, text]) => b.get(id) === text);
