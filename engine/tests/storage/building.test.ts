import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openPlain } from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { CatalogTarget, Store } from "../../storage/storage-types.ts";
import { WriterClient } from "../../storage/writer/writer-client.ts";
import type { WriterRequest } from "../../storage/writer/writer-messages.ts";
import { must } from "../../values/user-error.ts";
import {
  idsIn,
  insertDurably,
  inserting,
  newDocument,
  open,
  openWithItems,
  temporaryFolder,
} from "./test-store.ts";

const byKindOn = (...fields: string[]): CatalogTarget => ({
  tables: [{ name: "items", indexes: [{ name: "by_kind", fields }] }],
});
const OLD = byKindOn("kind", "n");
const NEW = byKindOn("n");

/** Fields of the index that queries find, and the documents' numbers in its order. */
function found(store: Store) {
  const table = must(store.catalog.table("items"), "items").number;
  const index = must(store.catalog.index(table, "by_kind"), "by_kind");
  const numbers = idsIn(store, index).map((id) => store.get(table, id)?.["n"]);
  return { fields: index.fields, numbers };
}

/** What is on disk of unready indexes, and entries of unknown indexes. */
function remainsIn(folder: string): number {
  const reading = openPlain(path.join(folder, "engine.db"));
  try {
    return reading
      .prepare(
        `SELECT (SELECT count(*) FROM indexes WHERE state <> 'ready')
              + (SELECT count(*) FROM entries WHERE idx NOT IN (SELECT id FROM indexes))`,
      )
      .pluck()
      .get() as number;
  } finally {
    reading.close();
  }
}

/** Makes the writer refuse requests that `isRefused` selects, like a full disk, until the returned function is called. */
function fillDiskFor(isRefused: (request: WriterRequest) => boolean) {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the client it is of
  const { request } = WriterClient.prototype;
  const spy = vi
    .spyOn(WriterClient.prototype, "request")
    .mockImplementation(function (this: WriterClient, wanted) {
      if (!isRefused(wanted)) return request.call(this, wanted);
      return Promise.reject(new StorageError("disk", "The disk is full."));
    });
  const free = () => spy.mockRestore();
  onTestFinished(free);
  return free;
}

async function openWithMany(folder: string) {
  const { store, table } = await openWithItems({ folder });
  const documents = Array.from({ length: 3000 }, (_, n) =>
    inserting(table, newDocument(table, { kind: "a", n })),
  );
  const { ts } = store.apply(documents);
  await store.whenDurable(ts);
  return { store, table };
}

test("[ST104] an index on other fields under the same name: is kept up to date beside the old one, is not found before it is shown, and can be taken back", async () => {
  const { store, table } = await openWithItems();
  await insertDurably(store, table, { kind: "a", n: 3 });
  await insertDurably(store, table, { kind: "b", n: 1 });
  await store.buildCatalog(NEW);
  await insertDurably(store, table, { kind: "c", n: 2 });
  expect(found(store)).toEqual({ fields: ["kind", "n"], numbers: [3, 1, 2] });
  store.showCatalog(NEW);
  await insertDurably(store, table, { kind: "d", n: 0 });
  expect(found(store)).toEqual({ fields: ["n"], numbers: [0, 1, 2, 3] });
  store.showCatalog(OLD);
  const seen = found(store);
  expect(seen).toEqual({ fields: ["kind", "n"], numbers: [3, 1, 2, 0] });
});

test("[ST104] an index on other fields under the same name: stays beside the old one over a restart, which shows the one asked for and drops the other", async () => {
  for (const target of [OLD, NEW]) {
    const { folder, store, table } = await openWithItems();
    await insertDurably(store, table, { kind: "a", n: 2 });
    await insertDurably(store, table, { kind: "b", n: 1 });
    await store.buildCatalog(NEW);
    await store.close();
    const again = open({ folder });
    again.showCatalog(target);
    const shown = found(again);
    expect(shown.fields).toEqual(target.tables[0]?.indexes[0]?.fields);
    await again.changeCatalog(target);
    expect(found(again)).toEqual(shown);
    await vi.waitFor(() => expect(remainsIn(folder)).toBe(0));
  }
});

describe("an index that cannot be completed", () => {
  test("[ST105] because the disk is full is dropped by the next change that succeeds; the old one serves", async () => {
    const folder = temporaryFolder();
    const { store } = await openWithMany(folder);
    let bites = 0;
    const free = fillDiskFor(
      ({ kind }) =>
        (kind === "backfill" && ++bites > 2) ||
        (bites > 2 && (kind === "publish" || kind === "sweep")),
    );
    await expect(store.buildCatalog(NEW)).rejects.toThrow("disk is full");
    expect(found(store).fields).toEqual(["kind", "n"]);
    await expect(store.changeCatalog(OLD)).rejects.toThrow(StorageError);
    free();
    await store.changeCatalog(OLD);
    await vi.waitFor(() => expect(remainsIn(folder)).toBe(0));
    expect(found(store).numbers).toHaveLength(3000);
    await store.changeCatalog(NEW);
    expect(found(store).numbers).toHaveLength(3000);
  });

  test("[ST105] is removed by one attempt at a time, however often a change was refused", async () => {
    const { store } = await openWithMany(temporaryFolder());
    const trials: number[] = [];
    fillDiskFor(({ kind }) => {
      if (kind === "publish") trials.push(performance.now());
      return kind === "publish" || kind === "backfill";
    });
    for (let i = 0; i < 5; i++)
      await expect(store.buildCatalog(NEW)).rejects.toThrow("disk is full");
    // The last change's own trial may still come. Then one follows after each pause, however late.
    const most = trials.length + 4;
    await vi.waitFor(() => expect(trials.length).toBeGreaterThanOrEqual(most));
    const [first = 0, second = 0, third = 0] = trials.slice(-3);
    expect(Math.min(second - first, third - second)).toBeGreaterThan(490);
  });

  test("[ST22] is left alone by a change that names only a part of the tables", async () => {
    const { store } = await openWithMany(temporaryFolder());
    const free = fillDiskFor(({ kind }) => kind !== "prepare");
    await expect(store.buildCatalog(NEW)).rejects.toThrow("disk is full");
    free();
    const requests: string[] = [];
    fillDiskFor(({ kind }) => {
      requests.push(kind);
      return kind !== "sweep";
    });
    await store.changeCatalog({ ...OLD, isPart: true });
    expect(requests).not.toContain("prepare");
  });

  test("[ST105] goes from the disk when there is room again", async () => {
    const folder = temporaryFolder();
    const { store } = await openWithMany(folder);
    let refused = 0;
    const free = fillDiskFor(({ kind }) => kind === "sweep" && ++refused > 0);
    await store.changeCatalog(NEW);
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0));
    expect(remainsIn(folder)).toBeGreaterThan(0);
    free();
    await vi.waitFor(() => expect(remainsIn(folder)).toBe(0));
  });

  test("[ST105] because the engine stops is given up at once and removed by the next start", async () => {
    const folder = temporaryFolder();
    const { store } = await openWithMany(folder);
    let bites = 0;
    fillDiskFor(({ kind }) => {
      if (kind === "backfill" && ++bites === 2) store.stopBuilding();
      return false;
    });
    await expect(store.buildCatalog(NEW)).rejects.toMatchObject({
      fault: "closed",
    });
    expect(bites).toBe(2);
    await store.close();
    const again = open({ folder });
    expect(found(again).fields).toEqual(["kind", "n"]);
    await vi.waitFor(() => expect(remainsIn(folder)).toBe(0));
  });

  test("[ST105] leaves its new table for the next change to complete", async () => {
    const { store } = await openWithItems();
    const free = fillDiskFor(({ kind }) => kind === "backfill");
    const late = { tables: [{ name: "late", indexes: [] }] };
    await expect(store.buildCatalog(late)).rejects.toThrow(StorageError);
    free();
    await store.changeCatalog(OLD);
    const table = must(store.catalog.table("late"), "late").number;
    expect(store.catalog.index(table, "by_creation_time")).toBeDefined();
  });
});
