/** R4: with one byte changed in a page, storage returns what was written or an error; the scan finds omitted rows. */
import { statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../engine/storage/store.ts";
import {
  contentsOf,
  expectNothingElse,
  openDamaged,
  scanned,
} from "../../engine/tests/storage/damaged-store.ts";
import { isFull, times } from "../../engine/faults/counts.ts";
import { openFolders, type Folders } from "./damaged-folders.ts";
import { databaseIn } from "../../engine/faults/database-file.ts";
import { pick } from "../seed.ts";

const PAGES = times(20, 200);
const PAGE_SIZE = 4096;
let folders: Folders;
beforeAll(async () => {
  folders = await openFolders();
});
afterAll(() => folders.remove());

test(`R4: a changed byte in each of ${PAGES} pages never serves wrong data or loses rows unnoticed`, () =>
  folders.withCopy("stopped", async (data) => {
    const store = openStore({ folder: data });
    const contents = contentsOf(store);
    await store.close();
    const pages = statSync(databaseIn(data)).size / PAGE_SIZE;
    const seen = { refused: 0, errors: 0, missing: 0, harmless: 0 };
    for (let i = 0; i < PAGES; i++) {
      const at = pick(pages) * PAGE_SIZE + pick(PAGE_SIZE);
      const bits = 1 + pick(255);
      const isOpened = await openDamaged(
        data,
        (bytes) => (bytes[at] = (bytes[at] ?? 0) ^ bits),
        (damaged, file) => {
          const missing = expectNothingElse(damaged, contents);
          const found = missing > 0 ? scanned(file) : [];
          if (missing > 0) expect(found, `byte ${at}`).not.toEqual([]);
          if (damaged.damage.count > 0) seen.errors++;
          else if (missing > 0) seen.missing++;
          else seen.harmless++;
        },
      );
      if (!isOpened) seen.refused++;
    }
    if (!isFull) return;
    expect(seen.errors).toBeGreaterThan(0);
    console.info("PASS", JSON.stringify(seen));
  }));
