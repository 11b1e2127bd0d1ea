import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makeBackup } from "../../snapshots/backup.ts";
import { copyDatabase } from "../../storage/database/database-copy.ts";
import { BatchWriter } from "../../storage/writer/batch-writer.ts";
import { journalFiles } from "../../storage/journal/journal-files.ts";
import { databaseFile } from "../../storage/opening/layout.ts";
import { lockFolder, lockForCopy } from "../../storage/opening/lock.ts";
import { readSeal } from "../../storage/opening/seal.ts";
import { connectToRead } from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { Store } from "../../storage/storage-types.ts";
import { openStore } from "../../storage/store.ts";
import {
  copyOf,
  holdUpWriter,
  idsIn,
  insertAll,
  insertDurably,
  newDocuments,
  open,
  openWithItems,
  replacing,
  temporaryFolder,
} from "./test-store.ts";

function documentsOnDisk(folder: string): unknown {
  const connection = connectToRead(databaseFile(folder));
  const count = connection.prepare("SELECT count(*) FROM documents").pluck();
  try {
    return count.get();
  } finally {
    connection.close();
  }
}

function refuseStart(code: string, message: string) {
  const write = vi.spyOn(BatchWriter.prototype, "write");
  onTestFinished(() => write.mockRestore());
  return write.mockImplementation(() => {
    throw Object.assign(new Error(message), { code });
  });
}

const COPYING = new URL("./copying-process.ts", import.meta.url);

describe("a folder that could not be closed in order", () => {
  /** A folder with earlier documents, a commit that only the journal has, and an unfinished import. */
  async function closedByForce() {
    const { folder, store, table, byKind } = await openWithItems();
    const first = await insertDurably(store, table, { kind: "a", n: 1 });
    const drafts = await store.draftTables([
      { name: "items", number: table, isAddition: false },
    ]);
    await drafts.add("items", [[first._id, JSON.stringify(first)]]);
    (await store.readState()).close();
    const release = holdUpWriter(folder);
    const request = {
      ...{ sessionId: "s", requestId: 1 },
      ...{ result: "2", logLines: ["said"] },
    };
    const fields = { kind: "a", n: 2 };
    const last = await insertDurably(store, table, fields, request);
    await store.close();
    release();
    return { folder, table, byKind, first, last };
  }

  test("[ST18] is refused without its journal, and its backup has what the journal has", async () => {
    const { folder, byKind, first, last } = await closedByForce();
    expect(readSeal(folder)?.state).toBe("opening");
    const copy = copyOf(folder);
    for (const file of journalFiles(copy)) rmSync(file);
    expect(() => openStore({ folder: copy })).toThrow(/newest commits/);
    const backup = path.join(temporaryFolder(), "backup");
    await makeBackup(folder, backup);
    const seen = idsIn(open({ folder: backup }), byKind);
    expect(seen).toEqual([first._id, last._id]);
  });

  test("[ST21] because it is being read starts anyway, continues in its log, and can be killed again", async () => {
    const { folder, store, table, byKind } = await openWithItems();
    const reading = connectToRead(path.join(folder, "engine.db"));
    reading.exec("BEGIN");
    reading.pragma("schema_version");
    const first = await insertDurably(store, table, { kind: "a", n: 1 });
    await store.close();
    const again = open({ folder });
    const second = await insertDurably(again, table, { kind: "a", n: 2 });
    (await again.readState()).close();
    const third = await insertDurably(again, table, { kind: "a", n: 3 });
    const killed = copyOf(folder);
    rmSync(path.join(killed, "engine.db-shm"));
    const ids = [first, second, third].map(({ _id }) => _id);
    expect(idsIn(open({ folder: killed }), byKind)).toEqual(ids);
    reading.close();
    await again.close();
    expect(readSeal(folder)?.state).toBe("closed");
    expect(idsIn(open({ folder }), byKind)).toEqual(ids);
  });

  test("[ST22] because the disk is full starts anyway: answers are read, and nothing is taken until there is room", async () => {
    const { folder, table, byKind, first, last } = await closedByForce();
    const refusal = refuseStart("SQLITE_FULL", "database or disk is full");
    const store = open({ folder });
    refusal.mockRestore();
    expect(store.fault?.message).toBe(
      "Writing failed: the disk is full (SQLITE_FULL).",
    );
    expect(() => store.apply([])).toThrow(StorageError);
    expect(idsIn(store, byKind)).toEqual([first._id, last._id]);
    expect(store.get(table, last._id)).toEqual(last);
    const seen = store.answered("s", 1);
    expect(seen).toMatchObject({ ...{ result: "2", logLines: ["said"] } });
    const killed = copyOf(folder);
    expect(idsIn(open({ folder: killed }), byKind)).toHaveLength(2);
    await vi.waitFor(() => expect(store.fault).toBeNull());
    const later = await insertDurably(store, table, { kind: "a", n: 3 });
    (await store.readState()).close();
    await vi.waitFor(() => expect(documentsOnDisk(folder)).toBe(3));
    await store.close();
    expect(idsIn(open({ folder }), byKind)).toEqual([
      ...[first._id, last._id, later._id],
    ]);
  });

  test("[ST22] because the index of SQLite's log has no room starts anyway", async () => {
    const { folder, byKind, first, last } = await closedByForce();
    const refusal = refuseStart("SQLITE_IOERR_SHMSIZE", "disk I/O error");
    const store = open({ folder });
    refusal.mockRestore();
    expect(store.fault?.message).toMatch(/^Writing failed: the disk is full/);
    expect(idsIn(store, byKind)).toEqual([first._id, last._id]);
  });

  test.each([
    ["SQLITE_IOERR_WRITE", "disk I/O error"],
    ["SQLITE_READONLY", "attempt to write a readonly database"],
  ])(
    "[ST22] because of another fault (%s) is refused with its name",
    async (code, message) => {
      const { folder } = await closedByForce();
      refuseStart(code, message);
      expect(() => openStore({ folder })).toThrow(
        `${databaseFile(folder)} cannot be opened: ${message}.`,
      );
    },
  );
});

describe("a folder that is copied", () => {
  /** If the whole log was moved when the copy starts, the copy reads the file alone, else SQLite's log too. */
  test.each([
    ["before its log is moved", {}],
    ["when its log is moved", { logPages: 1 }],
  ])(
    "[ST21] %s gives one state, even when its engine ends and another one writes meanwhile",
    async (_when, options) => {
      const folder = temporaryFolder();
      const { store, table, byKind } = await openWithItems({
        ...{ folder, ...options },
      });
      const text = "x".repeat(8_000);
      const old = newDocuments(table, 200, (n) => ({ kind: "old", n, text }));
      insertAll(store, table, old);
      (await store.readState()).close();

      const copy = temporaryFolder();
      const copying = fork(COPYING, [folder, copy]);
      onTestFinished(() => void copying.kill());
      await once(copying, "message");
      await store.close();
      const next = open({ folder, ...options });
      next.apply(
        old.map((document) =>
          replacing(table, document, { ...document, kind: "new" }),
        ),
      );
      await next.close();
      copying.send("go on");
      expect(await once(copying, "exit")).toEqual([0, null]);

      const kinds = (one: Store) =>
        idsIn(one, byKind).map((id) => one.get(table, id)?.["kind"]);
      const copiedStore = open({ folder: copy, isCopy: true });
      expect(kinds(copiedStore)).toEqual(old.map(() => "old"));
      const last = open({ folder });
      expect(kinds(last)).toEqual(old.map(() => "new"));
      await last.close();
      expect(existsSync(`${databaseFile(folder)}-wal`)).toBe(false);
    },
  );

  test("[ST21] while its engine is starting waits until that is over", async () => {
    const { folder, store, table, byKind } = await openWithItems();
    const { _id } = await insertDurably(store, table, { kind: "a", n: 1 });
    await store.close();
    const beginning = lockFolder(folder, () => undefined);
    onTestFinished(() => beginning.release());
    const copy = temporaryFolder();
    await expect(copyDatabase(folder, copy, undefined, 0)).rejects.toThrow(
      /has no journal there yet, as during a start/,
    );
    const copying = copyDatabase(folder, copy);
    beginning.release();
    await copying;
    expect(idsIn(open({ folder: copy, isCopy: true }), byKind)).toEqual([_id]);
  });

  test("[ST21] without an engine is not started before the copy is complete, and a line says so", () => {
    const folder = temporaryFolder();
    const copies = [lockForCopy(folder), lockForCopy(folder)];
    const lines: string[] = [];
    const lock = lockFolder(folder, (line) => {
      lines.push(line);
      for (const copy of copies) copy.release();
    });
    expect(lines).toEqual([expect.stringMatching(/^A backup of .* complete/)]);
    expect(() => lockForCopy(folder)).toThrow(/in use by another process/);
    const other = () => lockFolder(folder, () => undefined);
    expect(other).toThrow(/in use by another process/);
    lock.release();
  });
});
