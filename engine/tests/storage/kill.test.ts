import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../storage/storage-error.ts";
import { openStore } from "../../storage/store.ts";
import { startChild } from "./child.ts";
import { idsIn, itemsOf, open, temporaryFolder } from "./test-store.ts";

describe("a process that is killed", () => {
  test("[ST10] loses no acknowledged commit and leaves none half done, time after time", async () => {
    const folder = temporaryFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < 4; round++) {
      const child = startChild(folder, String(round * 1_000_000));
      await child.printed(50 + 37 * round);
      await child.kill();
      acknowledged.push(...child.lines.slice(1).map(Number));

      const store = open({ folder });
      const { table, byKind } = itemsOf(store);
      const pairs = new Map<number, number>();
      for (const id of idsIn(store, byKind)) {
        const n = Number(store.get(table, id)?.n);
        pairs.set(n, (pairs.get(n) ?? 0) + 1);
      }
      expect(acknowledged.filter((n) => pairs.get(n) !== 2)).toEqual([]);
      expect([...pairs.values()].every((count) => count === 2)).toBe(true);
      const answered = [...pairs.keys()].filter(
        (n) => store.answered("session", n)?.result === String(n),
      );
      expect(answered).toEqual([...pairs.keys()]);
      await store.close();
    }
    expect(acknowledged.length).toBeGreaterThan(300);
  });

  test("[ST11] leaves a folder that the next process can open at once", async () => {
    const folder = temporaryFolder();
    const child = startChild(folder, "hold");
    await child.printed(1);
    await child.kill();
    expect(itemsOf(open({ folder })).table).toBe(10_001);
  });
});

const refusal = (folder: string) =>
  new StorageError(
    "locked",
    `The data folder ${folder} is in use by another process; only one engine may open it at a time.`,
  );

test("[ST11] one process per folder: another process is refused in one line that names the folder, and disturbs nothing", async () => {
  const folder = temporaryFolder();
  const child = startChild(folder, "0");
  await child.printed(20);
  // The child replaces files meanwhile.
  const names = () =>
    readdirSync(folder)
      .filter((name) => !name.endsWith(".new"))
      .sort();
  const before = names();
  expect(() => openStore({ folder })).toThrow(refusal(folder));
  expect(names()).toEqual(before);
  await child.printed(child.lines.length + 20);
  await child.kill();
  await open({ folder }).close();
});

test("[ST11] one process per folder: the same process is refused too, until it has closed the first", async () => {
  const folder = temporaryFolder();
  const first = open({ folder });
  expect(() => openStore({ folder })).toThrow(refusal(folder));
  await first.close();
  await open({ folder }).close();
});
