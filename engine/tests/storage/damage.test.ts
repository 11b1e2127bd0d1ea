import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { journalFiles } from "../../storage/journal/journal-files.ts";
import { SCHEMA_VERSION } from "../../storage/opening/layout.ts";
import { readLog } from "../../storage/database/log-frames.ts";
import { openPlain } from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { openStore } from "../../storage/store.ts";
import type { Store } from "../../storage/storage-types.ts";
import { closedFolder } from "./damaged-store.ts";
import {
  type ChildOptions,
  LONG_JOURNAL,
  LONG_LOG,
  startChild,
} from "./child.ts";
import { ALL, copyOf, itemsOf, open, temporaryFolder } from "./test-store.ts";

const fileIn = (folder: string) => path.join(folder, "engine.db");
const logIn = (folder: string) => `${fileIn(folder)}-wal`;

type Killed = { readonly folder: string; readonly acknowledged: number[] };

/** Left by killed processes, by how they wrote. Tests damage copies. */
const killed = new Map<string, Promise<Killed>>();
const above = fs.mkdtempSync(path.join(tmpdir(), "engine-killed-"));
afterAll(() => fs.rmSync(above, { recursive: true }));

/** @param which tells those with the same options apart */
async function killedFolder(options?: ChildOptions, which = 1) {
  const name = JSON.stringify([which, options]);
  const made =
    killed.get(name) ?? killInside(path.join(above, `${killed.size}`), options);
  killed.set(name, made);
  const { folder, acknowledged } = await made;
  return { folder: copyOf(folder), acknowledged };
}

async function killInside(
  folder: string,
  options?: ChildOptions,
): Promise<Killed> {
  for (;;) {
    fs.rmSync(folder, { recursive: true, force: true });
    const child = startChild(folder, "0", options);
    await child.printed(400);
    // On a slow machine many commits are moved together, and their log is short.
    if (options?.logPages === LONG_LOG)
      await vi.waitFor(() =>
        expect(framesIn(folder)).toBeGreaterThan(MIN_FRAMES),
      );
    await child.kill();
    const acknowledged = child.lines.slice(1).map(Number);
    // On a slow machine the writer may pause and empty its log. Then there is nothing to damage.
    if (fs.statSync(logIn(folder)).size > 0) return { folder, acknowledged };
  }
}

/** Pairs in a folder that opens, each complete; null when the folder is refused. */
async function pairsIn(folder: string): Promise<Set<number> | null> {
  let store: Store;
  try {
    store = openStore({ folder });
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError);
    return null;
  }
  const { table, byKind } = itemsOf(store);
  const sides = new Map<unknown, Set<number>>();
  for (const { id } of store.scan(byKind, ALL, "asc")) {
    const item = store.get(table, id);
    const side = sides.get(item?.kind) ?? new Set();
    sides.set(item?.kind, side.add(Number(item?.n)));
  }
  const left = sides.get("left") ?? new Set();
  expect(sides.get("right")).toEqual(left);
  expect([...store.scanIds(table, ALL, "asc")]).toHaveLength(2 * left.size);
  await store.close();
  return left;
}

/** Why a folder is refused, in one line that names it and says what to do; `opened` when it is not. */
async function refusalOf(folder: string): Promise<string> {
  let store: Store;
  try {
    store = openStore({ folder });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(error.message).not.toContain("\n");
    expect(error.message).toContain(folder);
    expect(error.message).toMatch(/; (restore|choose|use|if) .*\.$/);
    return error.fault;
  }
  await store.close();
  return "opened";
}

/** Flips some bits of one byte. Doing it twice changes nothing. */
function flip(file: string, at: number, bits: number): void {
  const bytes = fs.readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ bits;
  fs.writeFileSync(file, bytes);
}

/** Bytes of SQLite's log: its header, and a frame with its page. */
const LOG_HEADER = 32;
const PAGE = 4096;
const LOG_FRAME = 24 + PAGE;
/** More frames than those of the commits that the journal may still hold, and the least number in a long log. */
const LAST_COMMITS = 300;
const MIN_FRAMES = 2 * LAST_COMMITS;

const framesIn = (folder: string) =>
  Math.floor((fs.statSync(logIn(folder)).size - LOG_HEADER) / LOG_FRAME);

const byte = fc.integer({ min: 1, max: 255 });

describe("a folder that was closed in order", () => {
  test("[ST12] is refused when any byte of its engine.seal has changed", async () => {
    const { folder } = await closedFolder();
    const file = path.join(folder, "engine.seal");
    const end = fs.statSync(file).size - 1;
    await fc.assert(
      fc.asyncProperty(fc.nat(end), byte, async (at, bits) => {
        flip(file, at, bits);
        expect(await refusalOf(folder)).toBe("damaged");
        flip(file, at, bits);
      }),
      { numRuns: 40 },
    );
    expect(await refusalOf(folder)).toBe("opened");
  });

  test("[ST12] is refused when its file was truncated, grew or lost its header", async () => {
    const { folder } = await closedFolder();
    const file = fileIn(folder);
    const whole = fs.readFileSync(file);
    const variants = [
      [whole.subarray(0, whole.length - 4096), "damaged"],
      [whole.subarray(0, 5000), "damaged"],
      [Buffer.concat([whole, Buffer.alloc(4096)]), "damaged"],
      [Buffer.concat([Buffer.alloc(100), whole.subarray(100)]), "foreign"],
      [Buffer.alloc(0), "foreign"],
    ] as const;
    for (const [bytes, fault] of variants) {
      fs.writeFileSync(file, bytes);
      expect(await refusalOf(folder)).toBe(fault);
    }
  });

  test("[ST12] is refused when the log of another database lies beside it", async () => {
    const { folder } = await closedFolder();
    const { folder: other } = await killedFolder({ logPages: LONG_LOG });
    fs.cpSync(logIn(other), logIn(folder));
    expect(await refusalOf(folder)).toBe("damaged");
  });

  test("[ST12] is refused, not started anew, when its database file is gone", async () => {
    const { folder } = await closedFolder();
    fs.rmSync(fileIn(folder));
    expect(await refusalOf(folder)).toBe("damaged");
  });
});

describe("files that are not the engine's", () => {
  test("[ST13] are refused and left alone: a text, another program's database, a newer format", async () => {
    const folder = temporaryFolder();
    const file = fileIn(folder);
    fs.writeFileSync(file, "Dear diary,\n".repeat(500));
    expect(await refusalOf(folder)).toBe("foreign");
    expect(() => open({ folder })).toThrow("is not a database of this engine");
    expect(fs.readFileSync(file, "utf8")).toBe("Dear diary,\n".repeat(500));
    fs.rmSync(file);

    const other = openPlain(file);
    other.exec("CREATE TABLE notes(text)");
    other.close();
    expect(await refusalOf(folder)).toBe("foreign");
    expect(() => open({ folder })).toThrow("database of another program");

    const { folder: newer } = await closedFolder();
    const connection = openPlain(fileIn(newer));
    connection.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    connection.close();
    expect(await refusalOf(newer)).toBe("newer");
    const older = openPlain(fileIn(newer));
    older.pragma("user_version = 0");
    older.close();
    expect(await refusalOf(newer)).toBe("foreign");
    expect(() => open({ folder: newer })).toThrow("has format 0");
  });

  test("[ST13] a log without its database is refused, an empty folder is not", async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(logIn(folder), "x");
    expect(await refusalOf(folder)).toBe("damaged");
    open({ folder: path.join(temporaryFolder(), "made", "of", "three") });
  });

  test("[ST13] leftovers of a crash while the database was made do not matter", async () => {
    const { folder } = await closedFolder();
    const draft = temporaryFolder();
    fs.cpSync(fileIn(folder), `${fileIn(draft)}.new`);
    expect(open({ folder: draft }).catalog.tables()).toEqual([]);
  });
});

describe("a folder whose process was killed", () => {
  test("[ST14] is refused when its log is missing, empty or another database's", async () => {
    const { folder } = await killedFolder();
    const { folder: other } = await killedFolder({}, 2);
    fs.cpSync(logIn(other), logIn(folder));
    expect(await refusalOf(folder)).toBe("damaged");
    fs.truncateSync(logIn(folder));
    expect(await refusalOf(folder)).toBe("damaged");
    fs.rmSync(logIn(folder));
    expect(await refusalOf(folder)).toBe("damaged");
  });

  test("[ST14] is refused when any byte of its log before the last commits has changed", async () => {
    const { folder } = await killedFolder({ logPages: LONG_LOG });
    const { size } = fs.statSync(logIn(folder));
    const anywhere = fc.nat(size - LAST_COMMITS * LOG_FRAME);
    const inHeaderOfFrame = fc
      .tuple(fc.nat(framesIn(folder) - LAST_COMMITS), fc.nat(23))
      .map(([frame, at]) => LOG_HEADER + frame * LOG_FRAME + at);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anywhere, inHeaderOfFrame, fc.nat(LOG_HEADER - 1)),
        byte,
        async (at, bits) => {
          flip(logIn(folder), at, bits);
          expect(await refusalOf(folder)).toBe("damaged");
          flip(logIn(folder), at, bits);
        },
      ),
      { numRuns: 45 },
    );
    expect(await refusalOf(folder)).toBe("opened");
  });

  /** The truncated part was on disk. Its journal records may be overwritten, so a refusal is right. */
  test("[ST14] is refused or holds a beginning of its commits when its log is truncated anywhere", async () => {
    const { folder, acknowledged } = await killedFolder({ logPages: LONG_LOG });
    const { size } = fs.statSync(logIn(folder));
    for (const share of [0, 0.3, 0.6, 0.9, 0.999]) {
      const copy = copyOf(folder);
      fs.truncateSync(logIn(copy), Math.floor(size * share));
      const pairs = await pairsIn(copy);
      if (share === 0) expect(pairs).toBeNull();
      if (pairs === null) continue;
      const last = Math.max(...pairs);
      // Up to eight writers run at the same time.
      const seen = acknowledged.filter((n) => n < last - 8 && !pairs.has(n));
      expect(seen).toEqual([]);
    }
  });

  /** A power cut tears a commit only while its records are still in the journal. */
  test("[ST14] is opened with nothing acknowledged missing when its log is torn in the last commit", async () => {
    const { folder, acknowledged } = await killedFolder({
      logPages: LONG_LOG,
      journalSize: LONG_JOURNAL,
    });
    const { commits = [] } = readLog(fileIn(folder), PAGE) ?? {};
    const [before = 0, last = 0] = commits.slice(-2);
    expect(before).toBeGreaterThan(0);
    const begin = LOG_HEADER + before * LOG_FRAME;
    const end = LOG_HEADER + last * LOG_FRAME;
    const torn = fc.integer({ min: begin, max: end - 1 });
    await fc.assert(
      fc.asyncProperty(torn, async (length) => {
        const copy = copyOf(folder);
        fs.truncateSync(logIn(copy), length);
        const pairs = await pairsIn(copy);
        expect(acknowledged.filter((n) => !pairs?.has(n))).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});

test("[ST14] a start that cannot write leaves the folder of a killed process as it was", async () => {
  const { folder, acknowledged } = await killedFolder();
  const obstacle = path.join(folder, "engine.seal.new");
  fs.rmSync(obstacle, { force: true });
  fs.mkdirSync(obstacle);
  expect(() => openStore({ folder })).toThrow(
    new RegExp(`^${fileIn(folder)} cannot be opened: EISDIR`),
  );
  fs.rmdirSync(obstacle);
  const pairs = await pairsIn(folder);
  expect(acknowledged.filter((n) => !pairs?.has(n))).toEqual([]);
});

describe("a database without a seal", () => {
  test("[ST15] is opened when it is a backup made by SQLite itself", async () => {
    const { folder, acknowledged } = await killedFolder();
    await openStore({ folder }).close();
    const restored = temporaryFolder();
    const connection = openPlain(fileIn(folder));
    connection.exec(`VACUUM INTO '${fileIn(restored)}'`);
    connection.close();
    const pairs = await pairsIn(restored);
    expect(acknowledged.filter((n) => !pairs?.has(n))).toEqual([]);
    expect(await refusalOf(restored)).toBe("opened");
  });

  test("[ST15] is opened from a damaged folder when the operator empties the seal and removes the journal", async () => {
    const { folder, acknowledged } = await killedFolder({ logPages: LONG_LOG });
    const { size } = fs.statSync(logIn(folder));
    flip(logIn(folder), Math.floor(size * 0.7), 1);
    expect(await refusalOf(folder)).toBe("damaged");
    fs.writeFileSync(path.join(folder, "engine.seal"), "");
    for (const file of journalFiles(folder)) fs.rmSync(file);
    const pairs = (await pairsIn(folder)) ?? new Set();
    expect(pairs.size).toBeGreaterThan(0);
    // Up to eight writers run at the same time.
    const last = Math.max(...pairs) - 8;
    expect(acknowledged.filter((n) => n < last && !pairs.has(n))).toEqual([]);
  });

  test("[ST15] is refused beside the log of another file, and opened without the log and the journal", async () => {
    const { folder } = await killedFolder({ logPages: LONG_LOG });
    const backup = fs.readFileSync((await closedFolder()).file);
    fs.writeFileSync(fileIn(folder), backup);
    fs.rmSync(path.join(folder, "engine.seal"));
    expect(await refusalOf(folder)).toBe("damaged");
    const withLog = copyOf(folder);
    for (const file of journalFiles(withLog)) fs.rmSync(file);
    expect(() => open({ folder: withLog })).toThrow("-wal belongs to it");
    for (const suffix of ["-wal", "-shm"])
      fs.rmSync(fileIn(folder) + suffix, { force: true });
    expect(await refusalOf(folder)).toBe("damaged");
    for (const file of journalFiles(folder)) fs.rmSync(file);
    expect(await refusalOf(folder)).toBe("opened");
  });

  test("[ST14] is refused when it is an older copy beside the log of the newer file", async () => {
    const { folder } = await killedFolder();
    await openStore({ folder }).close();
    const older = fs.readFileSync(fileIn(folder));
    await openStore({ folder }).close();
    const child = startChild(folder, "10000", { logPages: LONG_LOG });
    await child.printed(20);
    await child.kill();
    const restored = copyOf(folder);
    fs.writeFileSync(fileIn(restored), older);
    expect(await refusalOf(restored)).toBe("damaged");
    expect(await refusalOf(folder)).toBe("opened");
  });

  test("[ST15] is refused when SQLite finds a fault in it", async () => {
    const { folder } = await closedFolder();
    const copy = temporaryFolder();
    const bytes = fs.readFileSync(fileIn(folder));
    bytes.fill(0xff, 3 * 4096, 4 * 4096);
    fs.writeFileSync(fileIn(copy), bytes);
    expect(await refusalOf(copy)).toBe("damaged");
  });
});
