import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { FailedSync, Journal } from "../../storage/journal/journal.ts";
import {
  journalFiles,
  makeJournalFiles,
} from "../../storage/journal/journal-files.ts";
import { BLOCK, recordAt } from "../../storage/journal/record.ts";
import { lostRecord, readJournal } from "../../storage/journal/recovery.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { openStore } from "../../storage/store.ts";
import { must } from "../../values/user-error.ts";
import { startChild } from "./child.ts";
import { idsIn, itemsOf, open, temporaryFolder, copyOf } from "./test-store.ts";

const START = { sequence: 0, chain: 7, catalog: 0 };
/** Bytes after which the other file is used: a few records. */
const SMALL = 3 * 4096;

async function written(sizes: readonly number[], fileSize = 1 << 20) {
  const folder = temporaryFolder();
  makeJournalFiles(folder);
  const journal = new Journal(folder, START, fileSize);
  for (const [i, size] of sizes.entries()) {
    const ts = i + 1;
    await journal.write(contentOf(ts, size), 1, ts);
    await journal.sync();
  }
  journal.close(false);
  return { folder, file: journalFiles(folder)[0] };
}

const contentOf = (ts: number, size: number) => ({
  ts,
  documents: [[1, `d${ts}`, "x".repeat(size)]] as [number, string, string][],
  entries: [[1, "\u00ff\u0000key", true]] as [number, string, boolean][],
  answers: [],
});

/** Timestamps read back; null when the journal is refused. */
function readBack(folder: string, from = START): number[] | null {
  try {
    return readJournal(folder, from).map(({ ts }) => ts);
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError);
    expect((error as StorageError).fault).toBe("damaged");
    return null;
  }
}

describe("a file of the journal", () => {
  const SIZES = [100, 5000, 10, 9000];
  const ENDS = [4096, 3 * 4096, 4 * 4096, 7 * 4096];
  const BEGINS = [0, ...ENDS];

  test("[ST20] that is truncated at any byte gives every record that was whole", async () => {
    const { folder, file } = await written(SIZES);
    const whole = readJournal(folder, START);
    const seen = whole.map(({ documents }) => documents[0]?.[2]?.length);
    expect(seen).toEqual(SIZES);
    expect(whole[0]?.entries).toEqual([[1, "\u00ff\u0000key", true]]);
    for (let size = ENDS.at(-1) ?? 0; size >= 0; size--) {
      fs.truncateSync(file, size);
      const found = readBack(folder) ?? ["refused"];
      const least = ENDS.filter((end) => end <= size).length;
      const most = least + 1;
      expect([1, 2, 3, 4].slice(0, found.length)).toEqual(found);
      if (found.length < least || found.length > most)
        expect({ size, found }).toEqual({ size, found: least });
    }
  });

  test("[ST20] with a byte changed is refused or gives all records, or all but the last, which is reported", async () => {
    const { folder, file } = await written(SIZES);
    const bytes = fs.readFileSync(file).subarray(0, ENDS.at(-1));
    const lastBegins = ENDS.at(-2) ?? 0;
    for (let at = 0; at < bytes.length; at += at % 4096 < 80 ? 1 : 37) {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      fs.writeFileSync(file, bytes);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const found = readBack(folder);
      if (found === null) continue;
      // An omitted record is reported, whichever of its bytes changed.
      const sequence = found.length;
      const chain = bytes.readUInt32LE((BEGINS[sequence - 1] ?? 0) + 4);
      const lost = lostRecord(folder, { sequence, chain });
      expect(lost === null).toBe(sequence === 4);
      // The zeros after a record belong to no record.
      const isLast = at >= lastBegins;
      expect([[1, 2, 3, 4], ...(isLast ? [[1, 2, 3]] : [])]).toContainEqual(
        found,
      );
    }
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
    expect(readBack(folder)).toBeNull();
  });

  test("[ST20] with a damaged last record is distinguished from one that ends too early", async () => {
    const { folder, file } = await written(SIZES);
    const bytes = fs.readFileSync(file);
    const last = ENDS[2] ?? 0;
    const chain = bytes.readUInt32LE((ENDS[1] ?? 0) + 4);
    const told = () => lostRecord(folder, { sequence: 3, chain });
    bytes.write("y", last + 5000);
    fs.writeFileSync(file, bytes);
    expect(told()).toContain(`${file} (4) was skipped: it is damaged.`);
    fs.truncateSync(file, last + 4096);
    expect(told()).toContain(`${file} (4) was skipped: it is incomplete.`);
    fs.truncateSync(file, last);
    expect(told()).toBeNull();
  });

  test("[ST20] takes turns with the other; records of an earlier use are not read again", async () => {
    const { folder } = await written(
      Array.from({ length: 10 }, () => 100),
      SMALL,
    );
    expect(readBack(folder, { ...START, sequence: 0 })).toBeNull();
    const chains = journalFiles(folder).map((file) => fs.readFileSync(file));
    const chainOf = (sequence: number) => {
      for (const bytes of chains)
        for (let at = 0; at < bytes.length; at += 4096)
          if (bytes.readBigUInt64LE(at + 16) === BigInt(sequence))
            return bytes.readUInt32LE(at + 4);
      throw new Error(`Record ${sequence} is gone`);
    };
    for (const sequence of [6, 8, 9])
      expect(
        readBack(folder, { ...START, sequence, chain: chainOf(sequence) }),
      ).toEqual([7, 8, 9, 10].filter((ts) => ts > sequence));
    expect(readBack(folder, { ...START, sequence: 10, chain: 1 })).toEqual([]);
  });

  test("[ST20] is refused when it belongs to another history or to tables that are missing", async () => {
    const { folder } = await written([10, 10]);
    expect(readBack(folder, { ...START, chain: 8 })).toBeNull();
    expect(readBack(folder, { ...START, sequence: 5 })).toEqual([]);
    const before = { ...START, sequence: START.sequence - 1 };
    expect(readBack(folder, before)).toBeNull();
    const later = temporaryFolder();
    makeJournalFiles(later);
    const journal = new Journal(later, START);
    journal.catalogChanged();
    await journal.write(contentOf(1, 10), 1, 1);
    await journal.sync();
    journal.close(false);
    expect(readBack(later)).toBeNull();
    expect(readBack(later, { ...START, catalog: 1 })).toEqual([1]);
  });
});

test("[ST19] a sync that fails when a journal file grows is a failed sync", async () => {
  const folder = temporaryFolder();
  // Accepts writes but no sync.
  for (const file of journalFiles(folder)) fs.symlinkSync("/dev/null", file);
  const journal = new Journal(folder, START);
  const written = journal.write(contentOf(1, 100), 1, 1);
  await expect(written).rejects.toThrow(FailedSync);
  journal.close(false);
});

/** Keeps everything out of the database. */
async function killed() {
  const folder = temporaryFolder();
  const child = startChild(folder, "0", { keptCommits: 1_000_000 });
  await child.printed(60);
  await child.kill();
  return { folder, said: child.lines.slice(1).map(Number) };
}

/** Where the newest record starts. A slow child has records in both files. */
function newestRecord(folder: string) {
  const records = journalFiles(folder).flatMap((file) => {
    const bytes = fs.readFileSync(file);
    const found: { file: string; at: number; sequence: number }[] = [];
    for (let at = 0; at < bytes.length; at += BLOCK) {
      const record = recordAt(bytes, at);
      if (record) found.push({ file, at, sequence: record.sequence });
    }
    return found;
  });
  records.sort((a, b) => b.sequence - a.sequence);
  return must(records[0], "a record");
}

test("[ST20] a folder whose process was killed: is whole again from its journal, and refused without it", async () => {
  const { folder, said } = await killed();
  const copy = copyOf(folder);
  for (const file of journalFiles(copy)) fs.rmSync(file);
  expect(() => openStore({ folder: copy })).toThrow(/journal-1 .* is missing/);

  const spoiled = copyOf(folder);
  const { file: last, at } = newestRecord(spoiled);
  fs.writeFileSync(last, fs.readFileSync(last).fill(1, at + 4, at + 8));
  const without = open({ folder: spoiled });
  expect(without.found.lost).toMatch(/journal-. \(\d+\) was skipped/);
  await without.close();

  for (const file of journalFiles(folder)) {
    // Half a record, which was never acknowledged.
    const { size } = fs.statSync(file);
    fs.appendFileSync(file, fs.readFileSync(file).subarray(0, 100));
    expect(fs.statSync(file).size).toBe(size + Math.min(size, 100));
  }
  const store = open({ folder });
  const { table, byKind } = itemsOf(store);
  const found = new Set(
    idsIn(store, byKind).map((id) => store.get(table, id)?.["n"]),
  );
  expect(said.filter((n) => !found.has(n))).toEqual([]);
  await store.close();
  for (const file of journalFiles(folder))
    expect(() => fs.statSync(file)).toThrow(/ENOENT/);
});
