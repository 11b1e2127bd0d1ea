import { rmSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { sealCatalog } from "../../storage/checksums.ts";
import { Journal } from "../../storage/journal/journal.ts";
import { openPlain } from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { Store } from "../../storage/storage-types.ts";
import type { WriterRequest } from "../../storage/writer/writer-messages.ts";
import type { JsonDocument } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import {
  ALL,
  holdUpWriter,
  idsIn,
  insertDurably,
  inserting,
  newDocument,
  open,
  openWithItems,
  replacing,
} from "./test-store.ts";

const target = (indexes: Readonly<Record<string, string[]>>) => ({
  tables: [
    {
      name: "items",
      indexes: Object.entries(indexes).map(([name, fields]) => ({
        name,
        fields,
      })),
    },
  ],
});

const namesOf = (store: Store, table: number) =>
  store.catalog
    .indexesOf(table)
    .map(({ name }) => name)
    .sort();

/** Runs `work` at the moment the next index change goes to the database. */
function atPublish(work: () => void): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the worker it is of
  const { postMessage } = Worker.prototype;
  const spy = vi
    .spyOn(Worker.prototype, "postMessage")
    .mockImplementation(function (this: Worker, message: WriterRequest) {
      postMessage.call(this, message);
      if (message.kind !== "publish") return;
      spy.mockRestore();
      work();
    });
  onTestFinished(() => spy.mockRestore());
}

describe("an index", () => {
  test("[ST17] that is built while commits continue has an entry for every document when it appears", async () => {
    const { store, table } = await openWithItems();
    const documents = new Map<string, JsonDocument>();
    const put = (before: JsonDocument | null, after: JsonDocument | null) => {
      const { _id } = must(before ?? after, "a document");
      store.apply([{ table, id: _id, before, after }]);
      if (after) documents.set(_id, after);
      else documents.delete(_id);
    };
    const fresh = (n: number) => newDocument(table, { kind: "a", n });
    const old = Array.from({ length: 3000 }, (_, n) => fresh(n));
    for (const one of old) put(null, one);

    let isDone = false;
    const change = store
      .changeCatalog(target({ by_kind: ["kind", "n"], by_n: ["n"] }))
      .then(() => (isDone = true));
    let during = 0;
    for (let i = 0; !isDone && i + 2 < old.length; i += 3) {
      expect(store.catalog.index(table, "by_n")).toBeUndefined();
      const [moved, gone] = [old[i], old[i + 1]];
      put(must(moved, "moved"), { ...must(moved, "moved"), n: 10_000 - i });
      put(must(gone, "gone"), null);
      put(null, fresh(5000 + i));
      during++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await change;
    expect(during).toBeGreaterThan(3);
    const byN = must(store.catalog.index(table, "by_n"), "index by_n");
    const expected = [...documents.values()]
      .sort((x, y) => Number(x.n) - Number(y.n))
      .map(({ _id }) => _id);
    expect(idsIn(store, byN)).toEqual(expected);
    await store.whenDurable(store.lastTs);
    expect(idsIn(store, byN)).toEqual(expected);
  });

  test("[ST17] that is no longer wanted is dropped; one on other fields takes the place of its namesake", async () => {
    const { folder, store, table } = await openWithItems();
    store.apply([
      inserting(table, newDocument(table, { kind: "a", n: 2, m: 1 })),
      inserting(table, newDocument(table, { kind: "b", n: 1, m: 2 })),
    ]);
    const order = (of: Store, name: string) =>
      idsIn(of, must(of.catalog.index(table, name), name)).map(
        (id) => of.get(table, id)?.kind,
      );
    await store.changeCatalog(target({ by_kind: ["kind", "n"], by_x: ["n"] }));
    expect(order(store, "by_x")).toEqual(["b", "a"]);
    await store.changeCatalog(target({ by_kind: ["kind", "n"], by_x: ["m"] }));
    expect(order(store, "by_x")).toEqual(["a", "b"]);
    await store.changeCatalog(target({ by_x: ["m"] }));
    expect(namesOf(store, table)).toEqual(["by_creation_time", "by_x"]);
    await store.close();
    const again = open({ folder });
    expect(
      again.catalog.indexesOf(table).map(({ name, fields }) => [name, fields]),
    ).toEqual([
      ["by_creation_time", []],
      ["by_x", ["m"]],
    ]);
    expect(order(again, "by_x")).toEqual(["a", "b"]);
  });

  test("[ST17] that is dropped while another is swept also loses the entries that later commits bring", async () => {
    const { folder, store, table, byKind } = await openWithItems();
    await store.changeCatalog(target({ by_kind: ["kind", "n"], by_n: ["n"] }));
    const documents = Array.from({ length: 6000 }, (_, n) =>
      inserting(table, newDocument(table, { kind: "a", n })),
    );
    store.apply(documents);
    (await store.readState()).close();
    const reading = openPlain(path.join(folder, "engine.db"));
    onTestFinished(() => void reading.close());
    const isKnown = reading
      .prepare("SELECT 1 FROM indexes WHERE id = ?")
      .pluck();
    const byN = must(store.catalog.index(table, "by_n"), "by_n").id;

    // The second drop falls into its sweep, which takes many batches.
    await store.changeCatalog(target({ by_kind: ["kind", "n"] }));
    const late = newDocument(table, { kind: "late", n: 1 });
    const synced = Promise.withResolvers<void>();
    atPublish(() => {
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the journal it is of
      const { sync } = Journal.prototype;
      vi.spyOn(Journal.prototype, "sync").mockImplementationOnce(
        async function (this: Journal) {
          await synced.promise;
          await sync.call(this);
        },
      );
      store.apply([inserting(table, late)]);
    });
    await store.changeCatalog(target({}));
    await vi.waitFor(() => expect(isKnown.get(byN)).toBeUndefined());
    synced.resolve();
    (await store.readState()).close();
    await vi.waitFor(
      () => expect(isKnown.get(byKind.id)).toBeUndefined(),
      5000,
    );
    const left = reading
      .prepare("SELECT count(*) FROM entries WHERE idx = ?")
      .pluck();
    expect(left.get(byKind.id)).toBe(0);
  });

  test("[ST17] that a crash left half built is not used and is removed with its entries", async () => {
    const { folder, store, table } = await openWithItems();
    await store.close();
    const file = path.join(folder, "engine.db");
    const crashed = openPlain(file);
    crashed.exec(`
      INSERT INTO indexes VALUES (77, ${table}, 'by_half', '["n"]', 'building');
      INSERT INTO entries VALUES (77, 'some'), (77, 'more')`);
    sealCatalog(crashed);
    crashed.close();
    rmSync(path.join(folder, "engine.seal"));

    const again = open({ folder });
    expect(again.catalog.index(table, "by_half")).toBeUndefined();
    const reading = openPlain(file);
    const left = () =>
      reading
        .prepare(
          "SELECT (SELECT count(*) FROM entries WHERE idx = 77) + (SELECT count(*) FROM indexes WHERE id = 77)",
        )
        .pluck()
        .get();
    await vi.waitFor(() => expect(left()).toBe(0));
    reading.close();
    await again.changeCatalog(target({ by_half: ["n"] }));
    expect(must(again.catalog.index(table, "by_half"), "it").id).not.toBe(77);
  });

  test("[ST17] that is dropped while it is read is reported as dropped, not as damaged", async () => {
    const { store, table, byKind } = await openWithItems();
    const document = await insertDurably(store, table, { kind: "a", n: 1 });
    const [entry] = store.scan(byKind, ALL, "asc");
    await store.changeCatalog({ tables: [{ name: "items", indexes: [] }] });
    const changed = replacing(table, document, { ...document, n: 2 });
    await store.whenDurable(store.apply([changed]).ts);
    expect(() =>
      store.documentAt(table, byKind, must(entry, "an entry")),
    ).toThrow("Index by_kind was dropped meanwhile.");
    expect(store.damage.count).toBe(0);
  });
});

test("[ST17] tables: have lasting numbers: from 10001, system tables from 1", async () => {
  const { folder, store } = await openWithItems();
  await store.changeCatalog({
    tables: [
      { name: "late", indexes: [] },
      { name: "_jobs", indexes: [] },
    ],
  });
  const numbers = (of: Store) =>
    of.catalog.tables().map(({ name, number }) => [name, number]);
  const expected = [
    ["items", 10_001],
    ["late", 10_002],
    ["_jobs", 1],
  ];
  expect(numbers(store)).toEqual(expected);
  for (const name of ["no spaces", "1a", "", "a".repeat(65)])
    await expect(
      store.changeCatalog({ tables: [{ name, indexes: [] }] }),
    ).rejects.toThrow("Identifier");
  await store.close();
  expect(numbers(open({ folder })).sort()).toEqual(expected.sort());
});

test("[ST17] tables: that a target omits keep their documents and lose their indexes; a partial target leaves others alone", async () => {
  const { store, table } = await openWithItems();
  const document = newDocument(table, { kind: "a", n: 1 });
  store.apply([inserting(table, document)]);
  const part = { tables: [{ name: "late", indexes: [] }], isPart: true };
  await store.changeCatalog(part);
  expect(namesOf(store, table)).toEqual(["by_creation_time", "by_kind"]);
  await store.changeCatalog({ tables: [{ name: "other", indexes: [] }] });
  expect(namesOf(store, table)).toEqual(["by_creation_time"]);
  expect(store.get(table, document._id)).toEqual(document);
  store.apply([replacing(table, document, null)]);
  await store.whenDurable(store.lastTs);
  expect(store.get(table, document._id)).toBeNull();
});

test("[ST17] an index that the database never had leaves nothing to the next one", async () => {
  const { folder, store, table } = await openWithItems();
  (await store.readState()).close();
  const release = holdUpWriter(folder);
  const change = store.changeCatalog(
    target({ by_kind: ["kind", "n"], by_m: ["m"] }),
  );
  const refusal = expect(change).rejects.toThrow(StorageError);
  // The change is in progress.
  await new Promise((resolve) => setImmediate(resolve));
  const document = await insertDurably(store, table, { m: 7, n: 1 });
  await refusal;
  release();
  await vi.waitFor(() => expect(store.fault).toBeNull());
  await store.close();
  const again = open({ folder });
  await again.changeCatalog(target({ by_kind: ["kind", "n"], by_n: ["n"] }));
  const byN = must(again.catalog.index(table, "by_n"), "index by_n");
  expect(idsIn(again, byN)).toEqual([document._id]);
});
