import { cpSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../storage/journal/journal.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { Store, WriteSet } from "../../storage/storage-types.ts";
import type { StoreOptions } from "../../storage/store.ts";
import { WriterClient } from "../../storage/writer/writer-client.ts";
import type { WriterRequest } from "../../storage/writer/writer-messages.ts";
import {
  fakeTime,
  fillDisk,
  holdUpWriter,
  idsIn,
  inserting,
  insertDurably,
  itemsOf,
  newDocument,
  open,
  openWithItems,
  replacing,
  temporaryFolder,
} from "./test-store.ts";

const refusal = (store: Store, ts: number) =>
  expect(store.whenDurable(ts)).rejects.toThrow(StorageError);

test("[ST16] a disk that refuses records: is retried when a table is made, and then takes commits again", async () => {
  fakeTime();
  const { store, table } = await openWithItems();
  const free = fillDisk();
  const document = newDocument(table, { kind: "a", n: 1 });
  const { ts } = store.apply([inserting(table, document)]);
  await refusal(store, ts);
  free();
  await store.changeCatalog({ tables: [{ name: "late", indexes: [] }] });
  await store.whenDurable(store.lastTs);
  expect(store.fault).toBeNull();
  await insertDurably(store, table, { kind: "a", n: 2 });
});

test("[ST16] a disk that refuses records: takes back everything from there on; reads continue, and commits are refused until it writes again", async () => {
  const { store, table, byKind } = await openWithItems();
  const kept = await insertDurably(store, table, { kind: "a", n: 1 });
  const free = fillDisk();
  const withdrawn: WriteSet[] = [];
  store.onWithdrawal((writeSet) => withdrawn.push(writeSet));

  const changed = { ...kept, n: 2 };
  const fresh = newDocument(table, { kind: "a", n: 3 });
  const first = store.apply([replacing(table, kept, changed)]);
  const firstRefused = refusal(store, first.ts);
  // The first is under way before the next one comes.
  await Promise.resolve();
  const request = { sessionId: "s", requestId: 1, result: "1", logLines: [] };
  const second = store.apply([inserting(table, fresh)], request);
  expect(idsIn(store, byKind)).toEqual([kept._id, fresh._id]);
  const secondRefused = refusal(store, second.ts);
  await firstRefused;
  await secondRefused;

  expect(store.get(table, kept._id)).toEqual(kept);
  expect(store.get(table, fresh._id)).toBeNull();
  expect(idsIn(store, byKind)).toEqual([kept._id]);
  expect(store.answered("s", 1)).toBeNull();
  expect(withdrawn).toHaveLength(1);
  expect(withdrawn[0]?.ids).toEqual(new Set([kept._id, fresh._id]));
  expect(withdrawn[0]?.ts).toBeGreaterThan(second.ts);
  expect(store.fault?.message).toBe(
    "Writing failed: the disk is full (ENOSPC).",
  );
  expect(() => store.apply([])).toThrow(store.fault ?? "a fault");

  free();
  await vi.waitFor(() => expect(store.fault).toBeNull());
  const later = store.apply([replacing(table, kept, changed)]);
  await store.whenDurable(later.ts);
  expect(later.ts).toBeGreaterThan(withdrawn[0]?.ts ?? Infinity);
  await refusal(store, first.ts);
  expect(store.get(table, kept._id)).toEqual(changed);
});

test("[ST18] a database that refuses what is in the journal: loses nothing of it, refuses commits until it takes it, and leaves it to the next start", async () => {
  const { folder, store, table, byKind } = await openWithItems();
  const release = holdUpWriter(folder);
  const kept = await insertDurably(store, table, { kind: "a", n: 1 });
  await vi.waitFor(() => expect(store.fault).not.toBeNull());
  expect(store.fault?.message).toMatch(/^Writing failed: .*\(SQLITE_BUSY\)/);
  expect(() => store.apply([])).toThrow(StorageError);
  await expect(store.readState()).rejects.toThrow(StorageError);
  expect(idsIn(store, byKind)).toEqual([kept._id]);
  expect(store.get(table, kept._id)).toEqual(kept);
  release();
  await vi.waitFor(() => expect(store.fault).toBeNull());
  (await store.readState()).close();
  const releaseAgain = holdUpWriter(folder);
  const last = await insertDurably(store, table, { kind: "a", n: 2 });
  await store.close().catch(() => undefined);
  releaseAgain();
  const again = open({ folder });
  expect(idsIn(again, byKind)).toEqual([kept._id, last._id]);
});

test("[ST18] a database that refuses what is in the journal: withdraws a commit that no file of the journal has room for", async () => {
  const { folder, store, table, byKind } = await openWithItems({
    journalSize: 4096,
  });
  (await store.readState()).close();
  const release = holdUpWriter(folder);
  const first = await insertDurably(store, table, { kind: "a", n: 1 });
  const second = await insertDurably(store, table, { kind: "a", n: 2 });
  await expect(
    insertDurably(store, table, { kind: "a", n: 3 }),
  ).rejects.toThrow(StorageError);
  expect(idsIn(store, byKind)).toEqual([first._id, second._id]);
  release();
  await vi.waitFor(() => expect(store.fault).toBeNull());
  const third = await insertDurably(store, table, { kind: "a", n: 3 });
  expect(idsIn(store, byKind)).toEqual([first._id, second._id, third._id]);
});

/** A store whose writer is idle: no sweep of a table change is in progress. */
async function reopenWithItems(options: Partial<StoreOptions> = {}) {
  const folder = temporaryFolder();
  await (await openWithItems({ folder })).store.close();
  const store = open({ ...options, folder });
  return { folder, store, ...itemsOf(store) };
}

/** Fails the next batch as the writer thread would. */
function failBatches(code: string): () => number {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the worker it is of
  const { postMessage } = Worker.prototype;
  let batches = 0;
  const spy = vi
    .spyOn(Worker.prototype, "postMessage")
    .mockImplementation(function (this: Worker, message: WriterRequest) {
      if (message.kind !== "batch") return postMessage.call(this, message);
      batches++;
      const answer = { ok: false, message: "as told", code };
      setImmediate(() => this.emit("message", answer));
    });
  onTestFinished(() => spy.mockRestore());
  return () => batches;
}

test("[ST18] a database that is damaged: is reported as damaged and takes no batch again; the journal keeps what it has", async () => {
  const pass = fakeTime();
  const { folder, store, table, byKind } = await reopenWithItems();
  const batches = failBatches("SQLITE_CORRUPT");
  const kept = await insertDurably(store, table, { kind: "a", n: 1 });
  while (store.fault === null) await pass();
  expect(store.fault).toMatchObject({
    fault: "damaged",
    message: "The database is damaged: as told; restore a backup.",
  });
  expect(() => store.apply([])).toThrow(store.fault ?? "a fault");
  await expect(store.readState()).rejects.toThrow(StorageError);
  await pass();
  expect(batches()).toBe(1);
  vi.useRealTimers();
  await store.close();
  vi.restoreAllMocks();
  expect(idsIn(open({ folder }), byKind)).toEqual([kept._id]);
});

test("[ST19] a database that is damaged: ends the process when a sync of SQLite fails", async () => {
  const pass = fakeTime();
  const onUnknown = vi.fn();
  const { store, table } = await reopenWithItems({ onUnknown });
  const batches = failBatches("SQLITE_IOERR_FSYNC");
  await insertDurably(store, table, { kind: "a", n: 1 });
  while (onUnknown.mock.calls.length === 0) await pass();
  await pass();
  expect(onUnknown).toHaveBeenCalledTimes(1);
  expect(onUnknown.mock.calls[0]?.[0]).toMatchObject({ fault: "unsynced" });
  expect(batches()).toBe(1);
});

test("[ST18] a writer that has ended refuses the current request and later ones", async () => {
  const file = path.join(temporaryFolder(), "none", "engine.db");
  const writer = new WriterClient({ file, logPages: 16 }, () => undefined);
  // The second request may still arrive before the thread is gone.
  for (let i = 0; i < 3; i++)
    await expect(writer.request({ kind: "checkpoint" })).rejects.toThrow(
      "The writer thread ended: ",
    );
});

test("[ST19] a sync that fails is not retried: no caller is answered, and the process is to end", async () => {
  const unknown = Promise.withResolvers<unknown>();
  const { store, table } = await openWithItems({
    onUnknown: unknown.resolve,
  });
  (await store.readState()).close();
  const sync = vi
    .spyOn(Journal.prototype, "sync")
    .mockRejectedValueOnce(new Error("EIO: i/o error, fdatasync"));
  onTestFinished(() => sync.mockRestore());
  const { ts } = store.apply([
    inserting(table, newDocument(table, { kind: "a", n: 1 })),
  ]);
  const outcome = vi.fn();
  store.whenDurable(ts).then(outcome, outcome);
  expect(await unknown.promise).toMatchObject({ message: /EIO/ });
  expect(sync).toHaveBeenCalledTimes(1);
  expect(outcome).not.toHaveBeenCalled();
});

test("[ST16] a seal that cannot be written stops commits before a crash could leave pages it does not know, and later allows them again", async () => {
  const { folder, store, table, byKind } = await openWithItems({
    logPages: 16,
    keptCommits: 4,
  });
  const acknowledged: string[] = [];
  const insertMany = async () => {
    for (let n = 0; n < 1000; n++) {
      const { _id } = await insertDurably(store, table, { kind: "a", n });
      acknowledged.push(_id);
    }
  };
  /** Checks the state as if the process were killed now. */
  const expectWholeAfterCrash = async () => {
    const copy = temporaryFolder();
    // The engine replaces files meanwhile, so some come and go.
    await vi.waitFor(() => cpSync(folder, copy, { recursive: true }));
    rmSync(path.join(copy, "engine.seal.new"), {
      recursive: true,
      force: true,
    });
    const again = open({ folder: copy });
    const found = new Set(idsIn(again, byKind));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    await again.close();
  };
  const obstacle = path.join(folder, "engine.seal.new");
  mkdirSync(obstacle);
  await expect(insertMany()).rejects.toThrow(StorageError);
  expect(acknowledged.length).toBeGreaterThan(0);
  await expectWholeAfterCrash();
  rmdirSync(obstacle);
  await vi.waitFor(() => expect(store.fault).toBeNull());
  await insertMany();
  // A copy while the writer writes would be of no single moment. One commit is only in the journal.
  (await store.readState()).close();
  const { _id } = await insertDurably(store, table, { kind: "b", n: 0 });
  acknowledged.push(_id);
  await expectWholeAfterCrash();
});
