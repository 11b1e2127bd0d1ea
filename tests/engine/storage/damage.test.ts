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
import type { JsonDocument } from "../../../engine/values/json.ts";
import { afterPrefix, encodeKey } from "../../../engine/values/keys.ts";
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

const DOCUMENTS = 300;

/** A folder that was closed in order, and what is in it. */
async function closedFolder(): Promise<{
  folder: string;
  documents: JsonDocument[];
}> {
  const folder = temporaryFolder();
  const { store, table } = await openWithItems({ folder });
  const documents = Array.from({ length: DOCUMENTS }, (_, n) =>
    newDocument(table, { kind: `kind ${n % 7}`, n, text: `text ${n}` }),
  );
  store.apply(documents.map((document) => inserting(table, document)));
  await store.close();
  return { folder, documents };
}

function fileIn(folder: string): string {
  return path.join(folder, "engine.db");
}

/** Why a folder is refused; fails when it is not, or in more than one line. */
function refusalOf(folder: string): string {
  try {
    void openStore({ folder }).close();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    expect(error.message).not.toContain("\n");
    expect(error.message).toContain(folder);
    return error.fault;
  }
  return "opened";
}

function flip(file: string, at: number, bits = 0xff): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ bits;
  writeFileSync(file, bytes);
}

describe("a folder that was closed in order", () => {
  /** Canary: without the comparison with the seal in inspection.ts most of the 60 are opened. */
  test("[ST12] is refused when one byte of it changed, wherever that is", async () => {
    const { folder } = await closedFolder();
    const file = fileIn(folder);
    const { size } = statSync(file);
    fc.assert(
      fc.property(
        fc.nat(size - 1),
        fc.integer({ min: 1, max: 255 }),
        (at, bits) => {
          flip(file, at, bits);
          expect(refusalOf(folder)).toBe(at < 16 ? "foreign" : "damaged");
          flip(file, at, bits);
        },
      ),
      { numRuns: 60 },
    );
    await openStore({ folder }).close();
  });

  test("[ST12] is refused when it was cut, grew, or lost its header", async () => {
    const { folder } = await closedFolder();
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
    writeFileSync(file, whole);
    writeFileSync(path.join(folder, "engine.seal"), "{");
    expect(refusalOf(folder)).toBe("damaged");
  });
});

describe("files that are not the engine's", () => {
  test("[ST13] are refused and left alone: a text, another program's database, a newer format", async () => {
    const folder = temporaryFolder();
    const file = fileIn(folder);
    writeFileSync(file, "Dear diary,\n".repeat(500));
    expect(refusalOf(folder)).toBe("foreign");
    expect(readFileSync(file, "utf8")).toMatch(/^Dear diary/);
    rmSync(file);

    const other = openPlain(file);
    other.exec("CREATE TABLE notes(text)");
    other.close();
    // Closed in order by the other program, so that only its mark tells.
    writeFileSync(`${file}-wal`, "");
    expect(refusalOf(folder)).toBe("foreign");

    const { folder: newer } = await closedFolder();
    rmSync(path.join(newer, "engine.seal"));
    const connection = openPlain(fileIn(newer));
    connection.pragma("user_version = 2");
    connection.close();
    writeFileSync(`${fileIn(newer)}-wal`, "");
    expect(refusalOf(newer)).toBe("foreign");
  });

  test("[ST13] a log without its database is refused, an empty folder is not", () => {
    const folder = temporaryFolder();
    writeFileSync(`${fileIn(folder)}-wal`, "x");
    expect(refusalOf(folder)).toBe("damaged");
    open({ folder: path.join(temporaryFolder(), "made", "of", "three") });
  });

  test("[ST13] what a crash while making the database leaves does not matter", async () => {
    const { folder } = await closedFolder();
    const draft = temporaryFolder();
    cpSync(fileIn(folder), `${fileIn(draft)}.new`);
    cpSync(path.join(folder, "engine.seal"), path.join(draft, "engine.seal"));
    expect(open({ folder: draft }).catalog.tables()).toEqual([]);
  });
});

describe("a folder whose process was killed", () => {
  let killed = "";
  let acknowledged: number[] = [];

  /** Part of what it holds is in the file and part in the log. */
  async function kill(): Promise<void> {
    killed = temporaryFolder();
    const child = startChild(killed, "0");
    await child.printed(1500);
    await child.kill();
    acknowledged = child.lines.slice(1).map(Number);
  }

  /** Everything in a store by kind, or how it failed. Reads ranges as functions do. */
  function contents(store: Store): string {
    const { table, byKind } = itemsOf(store);
    const found: string[] = [];
    for (const kind of ["left", "right"]) {
      const prefix = encodeKey([kind]);
      const range = { lower: prefix, upper: afterPrefix(prefix) };
      for (const { id } of store.scan(byKind, range, "asc"))
        found.push(JSON.stringify(store.get(table, id)));
    }
    for (const { id } of store.scanIds(table, ALL, "asc"))
      found.push(JSON.stringify(store.get(table, id)));
    return found.join("\n");
  }

  function copy(): string {
    const folder = temporaryFolder();
    cpSync(killed, folder, { recursive: true });
    return folder;
  }

  test("[ST14] is refused when its log is missing", async () => {
    await kill();
    const folder = copy();
    rmSync(`${fileIn(folder)}-wal`);
    expect(refusalOf(folder)).toBe("damaged");
  });

  test("[ST14] with a torn log it holds what was committed up to some moment", async () => {
    await kill();
    const log = statSync(`${fileIn(killed)}-wal`).size;
    for (const share of [0.3, 0.6, 0.9, 0.999]) {
      const folder = copy();
      truncateSync(`${fileIn(folder)}-wal`, Math.floor(log * share));
      const store = open({ folder });
      const { table, byKind } = itemsOf(store);
      const kinds = [...store.scan(byKind, ALL, "asc")].map(
        ({ id }) => store.get(table, id)?.kind,
      );
      const left = kinds.filter((kind) => kind === "left").length;
      expect(kinds).toHaveLength(2 * left);
      expect(left).toBeLessThanOrEqual(acknowledged.length + 8);
      await store.close();
    }
  });

  /** Canary: without quick_check and the checksums of rows, some of these give other contents than before. */
  test("[ST15] damaged anywhere, it is refused, or fails where it is read, or holds what it held", async () => {
    await kill();
    // Checkpointed, so that the damage is not in pages that the log has again.
    const store = open({ folder: killed });
    const expected = contents(store);
    await store.whenDurable(store.lastTs);
    await store.close();
    rmSync(path.join(killed, "engine.seal"));
    writeFileSync(`${fileIn(killed)}-wal`, "");
    const { size } = statSync(fileIn(killed));
    let refused = 0;
    for (let i = 0; i < 100; i++) {
      const folder = copy();
      flip(
        fileIn(folder),
        Math.floor((size * (i + 0.5)) / 100) + i,
        1 << (i % 8),
      );
      try {
        const damaged = openStore({ folder });
        try {
          expect(contents(damaged)).toBe(expected);
        } finally {
          await damaged.close();
        }
      } catch (error) {
        if (error instanceof Error && error.name === "AssertionError")
          throw error;
        refused++;
      }
      rmSync(folder, { recursive: true });
    }
    expect(refused).toBeGreaterThan(20);
  }, 120_000);
});
