import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeBackup } from "../../snapshots/backup.ts";
import { copyJournal } from "../../storage/journal/copy.ts";
import { Journal } from "../../storage/journal/journal.ts";
import {
  journalFiles,
  makeJournalFiles,
} from "../../storage/journal/journal-files.ts";
import { readJournal } from "../../storage/journal/recovery.ts";
import { openStore } from "../../storage/store.ts";
import {
  holdUpWriter,
  idsIn,
  insertDurably,
  itemsOf,
  open,
  openWithItems,
  temporaryFolder,
  copyOf,
} from "./test-store.ts";

async function killedWithBackup() {
  const { folder, store, table } = await openWithItems();
  const first = await insertDurably(store, table, { kind: "a", n: 1 });
  await store.close();
  const backup = path.join(temporaryFolder(), "backup");
  await makeBackup(folder, backup);
  const again = open({ folder });
  holdUpWriter(folder);
  const second = await insertDurably(again, table, { kind: "a", n: 2 });
  const killed = copyOf(folder);
  return { killed, backup, first, second };
}

const readable = (folder: string) => {
  const store = open({ folder });
  return idsIn(store, itemsOf(store).byKind);
};

test("[ST20] a backup beside the journal that continues it is refused, sealed or not, and opened without it", async () => {
  const { killed, backup, first, second } = await killedWithBackup();
  const whole = temporaryFolder();
  cpSync(killed, whole, { recursive: true });
  expect(readable(whole)).toEqual([first._id, second._id]);
  for (const suffix of ["db-wal", "db-shm", "seal"])
    rmSync(path.join(killed, `engine.${suffix}`));
  cpSync(path.join(backup, "engine.db"), path.join(killed, "engine.db"));
  expect(() => openStore({ folder: killed })).toThrow(
    /has no seal, so nobody knows whether .*journal-1 belongs to it; if .* delete both files of the journal/,
  );
  for (const seal of [readFileSync(path.join(backup, "engine.seal")), ""]) {
    writeFileSync(path.join(killed, "engine.seal"), seal);
    expect(() => openStore({ folder: killed })).toThrow(
      /do not continue where the database ends .* delete both files of the journal/,
    );
  }
  for (const file of journalFiles(killed)) rmSync(file);
  expect(readable(killed)).toEqual([first._id]);
});

test("[SN6] a backup includes what only the journal has", async () => {
  const { folder, store, table } = await openWithItems();
  (await store.readState()).close();
  const release = holdUpWriter(folder);
  const { _id } = await insertDurably(store, table, { kind: "a", n: 1 });
  const backup = path.join(temporaryFolder(), "backup");
  await makeBackup(folder, backup);
  release();
  expect(readable(backup)).toEqual([_id]);
});

/** A journal with this many records, two per file. */
const START = { sequence: 0, chain: 1, catalog: 0 };
async function journalOf(records: number): Promise<string> {
  const folder = temporaryFolder();
  makeJournalFiles(folder);
  const journal = new Journal(folder, START, 2 * 4096);
  for (let ts = 1; ts <= records; ts++) {
    await journal.write({ ts, documents: [], entries: [], answers: [] }, 1, ts);
    await journal.sync();
  }
  journal.close(false);
  return folder;
}

/** Reads whole files. The first one goes through `read`. */
function readingFirst(read: (bytes: Buffer) => Buffer) {
  let isFirst = true;
  return (file: string) => {
    const bytes = readFileSync(file);
    if (!isFirst) return bytes;
    isFirst = false;
    return read(bytes);
  };
}

test("[SN6] a journal that continues in its other file while it is copied is copied again", async () => {
  const [from, to, later] = [
    await journalOf(1),
    temporaryFolder(),
    await journalOf(3),
  ];
  const read = readingFirst((bytes) => {
    cpSync(later, from, { recursive: true });
    return bytes;
  });
  copyJournal(from, to, read);
  expect(readJournal(to, START).map(({ ts }) => ts)).toEqual([1, 2, 3]);
});

test("[SN6] a reader that sees a record without the one before it reads again", async () => {
  const [from, to] = [await journalOf(2), temporaryFolder()];
  const read = readingFirst((bytes) => Buffer.from(bytes).fill(0, 0, 4096));
  copyJournal(from, to, read);
  expect(readJournal(to, START).map(({ ts }) => ts)).toEqual([1, 2]);
});
