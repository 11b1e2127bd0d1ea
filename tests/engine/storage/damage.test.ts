import {
  cpSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPlain } from "../../../engine/storage/sqlite.ts";
import { StorageError } from "../../../engine/storage/storage-error.ts";
import { openStore } from "../../../engine/storage/store.ts";
import type { Store } from "../../../engine/storage/types.ts";
import { startChild } from "./child.ts";
import {
  ALL,
  inserting,
  itemsOf,
  newDocument,
  open,
  openWithItems,
  temporaryFolder,
} from "./test-store.ts";

/** A folder that was closed in order. */
async function closedFolder(): Promise<string> {
  const folder = temporaryFolder();
  const { store, table } = await openWithItems({ folder });
  const documents = Array.from({ length: 300 }, (_, n) =>
    newDocument(table, { kind: `kind ${n % 7}`, n, text: `text ${n}` }),
  );
  store.apply(documents.map((document) => inserting(table, document)));
  await store.close();
  return folder;
}

function fileIn(folder: string): string {
  return path.join(folder, "engine.db");
}

function logIn(folder: string): string {
  return `${fileIn(folder)}-wal`;
}

/** Why a folder is refused, in one line that names it; `opened` when it is not. */
function refusalOf(folder: string): string {
  let store: Store;
  try {
    store = openStore({ folder });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(error.message).not.toContain("\n");
    expect(error.message).toContain(folder);
    return error.fault;
  }
  void store.close();
  return "opened";
}

/** Turns some bits of one byte over; doing it twice changes nothing. */
function flip(file: string, at: number, bits: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ bits;
  writeFileSync(file, bytes);
}

const byte = fc.integer({ min: 1, max: 255 });

describe("a folder that was closed in order", () => {
  /** Canary: without checkPages in inspection.ts most of these are opened. */
  test.each(["engine.db", "engine.sums", "engine.state"])(
    "[ST12] is refused when one byte of its %s changed, wherever that is",
    async (name) => {
      const folder = await closedFolder();
      const file = path.join(folder, name);
      // The line end of the one word in engine.state says nothing.
      const end = statSync(file).size - (name === "engine.state" ? 2 : 1);
      fc.assert(
        fc.property(fc.nat(end), byte, (at, bits) => {
          flip(file, at, bits);
          expect(refusalOf(folder)).toMatch(/^(damaged|foreign)$/);
          flip(file, at, bits);
        }),
        { numRuns: 60 },
      );
      await openStore({ folder }).close();
    },
  );

  test("[ST12] is refused when it was cut, grew, or lost its header", async () => {
    const folder = await closedFolder();
    const file = fileIn(folder);
    const whole = readFileSync(file);
    const variants = [
      [whole.subarray(0, whole.length - 4096), "damaged"],
      [whole.subarray(0, 5000), "damaged"],
      [Buffer.concat([whole, Buffer.alloc(4096)]), "damaged"],
      [Buffer.concat([Buffer.alloc(100), whole.subarray(100)]), "foreign"],
      [Buffer.alloc(0), "foreign"],
    ] as const;
    for (const [bytes, fault] of variants) {
      writeFileSync(file, bytes);
      expect(refusalOf(folder)).toBe(fault);
    }
  });

  test("[ST12] is refused when the log of another database lies beside it", async () => {
    const folder = await closedFolder();
    const other = temporaryFolder();
    const child = startChild(other, "0");
    await child.printed(5);
    await child.kill();
    cpSync(logIn(other), logIn(folder));
    expect(refusalOf(folder)).toBe("damaged");
  });
});

describe("files that are not the engine's", () => {
  test("[ST13] are refused and left alone: a text, another program's database, a newer format", async () => {
    const folder = temporaryFolder();
    const file = fileIn(folder);
    writeFileSync(file, "Dear diary,\n".repeat(500));
    expect(refusalOf(folder)).toBe("foreign");
    expect(readFileSync(file, "utf8")).toBe("Dear diary,\n".repeat(500));
    rmSync(file);

    const other = openPlain(file);
    other.exec("CREATE TABLE notes(text)");
    other.close();
    expect(refusalOf(folder)).toBe("foreign");

    const newer = await closedFolder();
    const connection = openPlain(fileIn(newer));
    connection.pragma("user_version = 2");
    connection.close();
    expect(refusalOf(newer)).toBe("foreign");
  });

  test("[ST13] a log without its database is refused, an empty folder is not", () => {
    const folder = temporaryFolder();
    writeFileSync(logIn(folder), "x");
    expect(refusalOf(folder)).toBe("damaged");
    open({ folder: path.join(temporaryFolder(), "made", "of", "three") });
  });

  test("[ST13] what a crash while making the database leaves does not matter", async () => {
    const folder = await closedFolder();
    const draft = temporaryFolder();
    cpSync(fileIn(folder), `${fileIn(draft)}.new`);
    for (const name of ["engine.sums", "engine.state"])
      cpSync(path.join(folder, name), path.join(draft, name));
    expect(open({ folder: draft }).catalog.tables()).toEqual([]);
  });
});

describe("a folder whose process was killed", () => {
  /** Part of what it holds is in the file and part in the log. */
  async function killedFolder(): Promise<{
    folder: string;
    acknowledged: number[];
  }> {
    const folder = temporaryFolder();
    const child = startChild(folder, "0");
    await child.printed(400);
    await child.kill();
    return { folder, acknowledged: child.lines.slice(1).map(Number) };
  }

  /** Pairs in a folder that can be opened, each whole; null when it is refused. */
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
      const { kind = null, n } = store.get(table, id) ?? {};
      sides.set(kind, (sides.get(kind) ?? new Set()).add(Number(n)));
    }
    const left = sides.get("left") ?? new Set();
    expect(sides.get("right")).toEqual(left);
    expect([...store.scanIds(table, ALL, "asc")]).toHaveLength(2 * left.size);
    await store.close();
    return left;
  }

  function copyOf(folder: string): string {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  test("[ST14] is refused when its log is missing", async () => {
    const { folder } = await killedFolder();
    rmSync(logIn(folder));
    expect(refusalOf(folder)).toBe("damaged");
  });

  test("[ST14] with one byte of its file changed it is refused, unless the log has that page again", async () => {
    const { folder, acknowledged } = await killedFolder();
    const copy = copyOf(folder);
    const { size } = statSync(fileIn(folder));
    let refused = 0;
    for (let i = 0; i < 60; i++) {
      cpSync(folder, copy, { recursive: true });
      flip(fileIn(copy), Math.floor((size * (i + 0.5)) / 60), 1 << (i % 8));
      const pairs = await pairsIn(copy);
      if (pairs === null) refused++;
      else expect(acknowledged.filter((n) => !pairs.has(n))).toEqual([]);
    }
    expect(refused).toBeGreaterThan(10);
  }, 120_000);

  /** Canary: without checkFrames in inspection.ts acknowledged pairs go missing here. */
  test("[ST14] with one byte of its log changed it is refused, or loses the very last commit", async () => {
    const { folder, acknowledged } = await killedFolder();
    const copy = copyOf(folder);
    const { size } = statSync(logIn(folder));
    let refused = 0;
    for (let i = 0; i < 40; i++) {
      cpSync(folder, copy, { recursive: true });
      flip(logIn(copy), Math.floor((size * (i + 0.5)) / 40), 1 << (i % 8));
      const pairs = await pairsIn(copy);
      if (pairs === null) refused++;
      else
        expect(
          acknowledged.filter((n) => !pairs.has(n)).length,
        ).toBeLessThanOrEqual(8);
    }
    expect(refused).toBeGreaterThan(0);
  }, 120_000);

  test("[ST14] with its log cut it is refused, or holds what was committed up to some moment", async () => {
    const { folder, acknowledged } = await killedFolder();
    const { size } = statSync(logIn(folder));
    for (const share of [0, 0.3, 0.6, 0.9, 0.999]) {
      const copy = copyOf(folder);
      truncateSync(logIn(copy), Math.floor(size * share));
      const pairs = await pairsIn(copy);
      if (pairs === null) continue;
      const last = Math.max(...pairs);
      // Eight writers are under way at a time.
      expect(acknowledged.filter((n) => n < last - 8 && !pairs.has(n))).toEqual(
        [],
      );
    }
  });
});
