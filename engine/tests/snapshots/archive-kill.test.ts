import { rm } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { restoreArchive } from "../../snapshots/archive/restore-archive.ts";
import { openTestEngine } from "../open-engine.ts";
import { temporaryFolder } from "../storage/test-store.ts";
import { lagOf } from "./archive-lag.ts";

const FUNCTIONS = `
  import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
  export const add = mutation({
    handler: (ctx, { n }) => ctx.db.insert("numbers", { n }),
  });
  export const all = query({
    handler: async (ctx) =>
      (await ctx.db.query("numbers").collect()).map(({ n }) => n),
  });
`;
const LOAD = 4;
/** Answers that must be in the archive before the engine is killed. */
const ENOUGH = 40;

test("[AR9] after a kill and the loss of its data folder, an engine is restored with all it reported as shipped", async () => {
  const folder = temporaryFolder();
  const below = (name: string) => path.join(folder, name);
  const archive = below("archive");
  const engine = await openTestEngine({
    sources: { "numbers.ts": FUNCTIONS },
    mode: "child",
    data: below("data"),
    archive,
  });
  onTestFinished(() => engine.stop());

  /** When each number was answered. */
  const answered = new Map<number, number>();
  let n = 0;
  let isKilled = false;
  // Stops the load even if the test fails.
  onTestFinished(() => void (isKilled = true));
  const load = Array.from({ length: LOAD }, async () => {
    while (!isKilled) {
      const mine = n++;
      try {
        await engine.run("numbers:add", { n: mine });
        answered.set(mine, Date.now());
      } catch (error) {
        if (!isKilled) throw error;
      }
    }
  });
  /** According to the engine, everything answered before this time is in the archive. */
  let safe = 0;
  const shippedOf = () =>
    [...answered].filter(([, at]) => at < safe).map(([number]) => number);
  await vi.waitFor(async () => {
    const at = Date.now();
    const lag = await lagOf(engine);
    safe = Math.max(safe, at - lag * 1000);
    expect(shippedOf().length).toBeGreaterThan(ENOUGH);
  });
  isKilled = true;
  await engine.kill();
  await Promise.all(load);
  await rm(engine.data, { recursive: true });

  const restored = below("restored");
  const { troubles, missing } = await restoreArchive(archive, restored, null);
  expect(missing).toEqual([]);
  // The kill may have truncated the segment being written.
  for (const trouble of troubles) expect(trouble).toMatch(/is cut or damaged/);
  const again = await openTestEngine({ data: restored });
  onTestFinished(() => again.stop());
  const found = new Set((await again.run("numbers:all")) as number[]);
  expect(shippedOf().filter((number) => !found.has(number))).toEqual([]);
  expect(found.size).toBeGreaterThan(ENOUGH);
});
