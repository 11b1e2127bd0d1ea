import fs from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { makeBackup } from "../../snapshots/backup.ts";
import { restoreBackup } from "../../snapshots/restore.ts";
import type * as databaseCopy from "../../storage/database/database-copy.ts";
import { openStore } from "../../storage/store.ts";
import { must } from "../../values/user-error.ts";
import { keyOf, openFiles } from "../files/open-files.ts";
import { LONG_LOG, startChild } from "../storage/child.ts";
import { idsIn, itemsOf } from "../storage/test-store.ts";

// Test files share modules. These mocks must stay in this file.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
/** Runs when a database is copied, before anything else is. */
let meanwhile: () => Promise<void>;

vi.mock(
  "../../storage/database/database-copy.ts",
  async (original: () => Promise<typeof databaseCopy>) => {
    const real = await original();
    return {
      ...real,
      copyDatabase: async (from: string, to: string) => {
        await real.copyDatabase(from, to);
        await meanwhile();
      },
    };
  },
);

let folder: string;
let data: string;
let backup: string;
let restored: string;
beforeEach(() => {
  meanwhile = () => Promise.resolve();
  folder = fs.mkdtempSync(join(tmpdir(), "engine-backup-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  data = join(folder, "data");
  backup = join(folder, "backups", "monday");
  restored = join(folder, "restored");
});

/** The numbers of all pairs in a folder that child-writer.ts wrote. Fails when a pair is incomplete. */
async function pairsIn(path: string): Promise<Set<number>> {
  const store = openStore({ folder: path });
  try {
    const { table, byKind } = itemsOf(store);
    const documents = idsIn(store, byKind).map((id) =>
      must(store.get(table, id), id),
    );
    const numbers = (kind: string) =>
      new Set(
        documents
          .filter((document) => document["kind"] === kind)
          .map(({ n }) => n as number),
      );
    expect(numbers("left")).toEqual(numbers("right"));
    return numbers("left");
  } finally {
    await store.close();
  }
}

test("[SN6] a backup made while another process writes has all that was answered before, and only whole commits", async () => {
  // Its writes stay in the log and are not moved into the file.
  const child = startChild(data, "0", { logPages: LONG_LOG });
  await child.printed(100);
  const answered = child.lines.slice(1).map(Number);
  await makeBackup(data, backup);
  const during = child.lines.length;
  await child.printed(during + 20);
  expect(fs.statSync(join(data, "last-backup")).mtimeMs).toBeGreaterThan(
    Date.now() - 60_000,
  );
  await child.kill();
  await restoreBackup(backup, restored);
  const pairs = await pairsIn(restored);
  expect(answered.filter((pair) => !pairs.has(pair))).toEqual([]);
  // The original folder continues unchanged.
  expect((await pairsIn(data)).size).toBeGreaterThan(pairs.size);
});

test("[SN6] a backup of a closed folder, or of one whose process was killed, is complete too", async () => {
  const child = startChild(data, "0", { logPages: LONG_LOG });
  await child.printed(30);
  await child.kill();
  await makeBackup(data, backup);
  const pairs = await pairsIn(data);
  await makeBackup(data, join(folder, "tuesday"));
  await restoreBackup(backup, restored);
  expect(await pairsIn(restored)).toEqual(pairs);
  await restoreBackup(join(folder, "tuesday"), join(folder, "again"));
  expect(await pairsIn(join(folder, "again"))).toEqual(pairs);
});

test("[SN7] a backup has every stored file it names, even when files come and go meanwhile, and the keys", async () => {
  const opened = await openFiles(data);
  const { store, database, upload, urlOf, sweeper, filesPath } = opened;
  fs.writeFileSync(join(data, "secret"), "key of sessions");
  const [kept, deleted] = [await upload("kept"), await upload("deleted")];
  const key = keyOf(urlOf(kept));
  const remove = async (id: string) => {
    const { ts } = await opened.delete(id);
    await database.whenDurable(ts);
    await sweeper.idle();
  };
  let copies = 0;
  meanwhile = async () => {
    if (copies++ > 0) return;
    await upload("too late for the first copy");
    await remove(deleted);
    expect(await readdir(filesPath)).toHaveLength(2);
  };
  const { missing } = await makeBackup(data, backup);
  expect({ copies, missing }).toEqual({ copies: 2, missing: [] });
  expect(store.fault).toBeNull();
  await opened.close({ keep: true });

  await restoreBackup(backup, restored);
  expect(fs.readFileSync(join(restored, "secret"), "utf8")).toBe(
    "key of sessions",
  );
  expect(fs.statSync(join(restored, "secret")).mode & 0o077).toBe(0);
  const again = await openFiles(restored);
  expect(keyOf(again.urlOf(kept))).toBe(key);
  expect(again.urlOf(deleted)).toBeNull();
  expect(await readdir(again.filesPath)).toHaveLength(2);
  expect(fs.readFileSync(join(again.filesPath, key), "utf8")).toBe("kept");
  await again.close();
});

test("[SN7] a stored file that the disk has lost is named, and the rest is backed up", async () => {
  const opened = await openFiles(data);
  const key = keyOf(opened.urlOf(await opened.upload("lost")));
  const other = await opened.upload("there");
  fs.rmSync(join(opened.filesPath, key));
  expect((await makeBackup(data, backup)).missing).toEqual([key]);
  await opened.close({ keep: true });
  await restoreBackup(backup, restored);
  const again = await openFiles(restored);
  expect(again.urlOf(other)).not.toBeNull();
  await again.close();
});

async function smallBackup(): Promise<void> {
  const opened = await openFiles(data);
  await opened.upload("content");
  await opened.close({ keep: true });
  fs.writeFileSync(join(data, "secret"), "secret");
  await makeBackup(data, backup);
}

test("[SN8] a changed, truncated or incomplete backup is refused and leaves no data folder", async () => {
  await smallBackup();
  const names = (await readdir(backup, { recursive: true })).filter((name) =>
    fs.statSync(join(backup, name)).isFile(),
  );
  expect(names).toHaveLength(5);
  for (const name of names)
    for (const spoil of [flipByte, cut, (file: string) => fs.rmSync(file)]) {
      const spoilt = join(folder, "spoilt");
      fs.cpSync(backup, spoilt, { recursive: true });
      if (name === "backup.json" && spoil === flipByte)
        fs.writeFileSync(
          join(spoilt, name),
          fs
            .readFileSync(join(spoilt, name), "utf8")
            .replace(/"secret"/, '"../secret"'),
        );
      else spoil(join(spoilt, name));
      await expect(restoreBackup(spoilt, restored)).rejects.toThrow(
        /spoilt.* (?:cannot be|is not|was not|has changed)/,
      );
      expect(fs.existsSync(restored)).toBe(false);
      expect(fs.existsSync(`${restored}.part`)).toBe(false);
      fs.rmSync(spoilt, { recursive: true });
    }
  await restoreBackup(backup, restored);
});

type Listed = { path: unknown; size: number };

test.each<[text: string, change: (files: Listed[]) => Listed[]]>([
  [
    "has changed since the backup was made",
    (files) => files.map((file) => ({ ...file, size: file.size + 1 })),
  ],
  [
    "has no file ",
    (files) => files.filter(({ path }) => !String(path).startsWith("files/")),
  ],
  [
    "was not written by this version of the engine",
    (files) => files.map((file) => ({ ...file, path: 5 })),
  ],
])("[SN8] a backup with a wrong list is refused: %s", async (text, change) => {
  await smallBackup();
  const list = join(backup, "backup.json");
  const manifest = JSON.parse(fs.readFileSync(list, "utf8")) as {
    files: Listed[];
  };
  const changed = { ...manifest, files: change(manifest.files) };
  fs.writeFileSync(list, JSON.stringify(changed));
  await expect(restoreBackup(backup, restored)).rejects.toThrow(text);
  expect(fs.existsSync(restored)).toBe(false);
});

function flipByte(file: string): void {
  const bytes = fs.readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
}

const cut = (file: string) => fs.truncateSync(file, fs.statSync(file).size - 1);

test("[SN8] backup and restore overwrite nothing, and a missing, foreign or damaged folder is not backed up", async () => {
  await smallBackup();
  await expect(makeBackup(data, backup)).rejects.toThrow("is not empty");
  await expect(makeBackup(data, join(data, "backup"))).rejects.toThrow(
    "cannot be inside",
  );
  await expect(restoreBackup(backup, data)).rejects.toThrow("is not empty");
  await expect(makeBackup(join(folder, "no"), restored)).rejects.toThrow(
    "There is no folder",
  );
  await expect(makeBackup(folder, `${folder}-x`)).rejects.toThrow(
    "There is no database",
  );
  flipByte(join(data, "engine.db"));
  await expect(makeBackup(data, restored)).rejects.toMatchObject({
    fault: "damaged",
  });
  expect(fs.existsSync(restored)).toBe(false);
});
