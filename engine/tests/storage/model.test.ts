import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocumentWrite, Store } from "../../storage/storage-types.ts";
import type { JsonDocument, Key } from "../../values/json.ts";
import { afterPrefix, encodeKey, keyOfDocument } from "../../values/keys.ts";
import {
  ALL,
  idsIn,
  inserting,
  itemsOf,
  newDocument,
  open,
  openWithItems,
  replacing,
  temporaryFolder,
  insertAll,
  newDocuments,
} from "./test-store.ts";

type Model = Map<string, JsonDocument>;

const change = fc.record({
  verb: fc.constantFrom("insert", "insert", "replace", "remove"),
  pick: fc.nat(),
  kind: fc.constantFrom("a", "b", null),
  n: fc.integer({ min: 0, max: 3 }),
});
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ commit: fc.array(change, { maxLength: 5 }) }),
  },
  { weight: 3, arbitrary: fc.constant("wait" as const) },
  { weight: 1, arbitrary: fc.constant("restart" as const) },
);

function commit(
  store: Store,
  model: Model,
  table: number,
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
): void {
  const writes = new Map<string, DocumentWrite>();
  for (const { verb, pick, kind, n } of changes) {
    const known = [...model.values()].filter(({ _id }) => !writes.has(_id));
    const target = known[pick % Math.max(known.length, 1)];
    if (verb === "insert" || !target) {
      const document = newDocument(table, { kind, n });
      writes.set(document._id, inserting(table, document));
    } else {
      const after = verb === "remove" ? null : { ...target, kind, n };
      writes.set(target._id, replacing(table, target, after));
    }
  }
  store.apply([...writes.values()]);
  for (const { id, after } of writes.values()) {
    if (after) model.set(id, after);
    else model.delete(id);
  }
}

function expectSame(store: Store, model: Model): void {
  const { table, byKind } = itemsOf(store);
  const keyOf = (document: JsonDocument): Key =>
    keyOfDocument(["kind", "n"], document);
  const sorted = [...model.values()].sort((x, y) =>
    keyOf(x) < keyOf(y) ? -1 : 1,
  );
  for (const document of sorted)
    expect(store.get(table, document._id)).toEqual(document);
  const ids = sorted.map(({ _id }) => _id);
  expect(idsIn(store, byKind)).toEqual(ids);
  expect(idsIn(store, byKind, ALL, "desc")).toEqual(ids.toReversed());
  const prefix = encodeKey(["a", 1]);
  const range = { lower: prefix, upper: afterPrefix(prefix) };
  const inRange = sorted
    .filter(({ kind, n }) => kind === "a" && n === 1)
    .map(({ _id }) => _id);
  expect(idsIn(store, byKind, range)).toEqual(inRange);
  expect(idsIn(store, byKind, range, "desc")).toEqual(inRange.toReversed());
  const seen = [...store.scanIds(table, ALL, "asc")].map(({ id }) => id);
  expect(seen).toEqual(ids.toSorted());
}

test("[ST7] after any commits, waits and restarts the store holds what a list of documents would", () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const folder = temporaryFolder();
      let { store } = await openWithItems({ folder, cacheSize: 500 });
      const { table } = itemsOf(store);
      const model: Model = new Map();
      for (const next of steps) {
        if (next === "wait") await store.whenDurable(store.lastTs);
        else if (next === "restart") {
          await store.close();
          store = open({ folder, cacheSize: 500 });
        } else commit(store, model, table, next.commit);
        expectSame(store, model);
      }
      await store.close();
    }),
    { numRuns: 12 },
  ));

test("[ST8] a scan during changes gives, beyond each key, what is there at that moment", async () => {
  const { store, table, byKind } = await openWithItems();
  const documents = newDocuments(table, 200, (n) => ({ kind: "a", n: 2 * n }));
  insertAll(store, table, documents);
  await store.whenDurable(store.lastTs);

  const scan = store.scan(byKind, ALL, "asc");
  const seen: unknown[] = [];
  let added = 0;
  for (const { id } of scan) {
    const document = store.get(table, id);
    seen.push(document?.n);
    if (!document || Number(document.n) % 20 !== 0) continue;
    const n = Number(document.n);
    const behind = newDocument(table, { kind: "a", n: n - 1 });
    const ahead = newDocument(table, { kind: "a", n: n + 1 });
    const gone = documents[n / 2 + 1];
    store.apply([
      inserting(table, behind),
      inserting(table, ahead),
      ...(gone ? [replacing(table, gone, null)] : []),
    ]);
    added++;
    if (n % 40 === 0) await store.whenDurable(store.lastTs);
  }
  const expected = documents
    .map(({ n }) => Number(n))
    .flatMap((n) => {
      if (n % 20 === 0) return [n, n + 1];
      return n % 20 === 2 ? [] : [n];
    });
  expect(added).toBe(20);
  expect(seen).toEqual(expected);
});
