/** A14: whatever arrives on a sync socket, the process lives, keeps memory and prototypes, and answers the others. */
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { residentMib } from "../bench/measure/memory.ts";
import { isFull, times } from "./counts.ts";
import { flood, sendExtremes } from "./frame-flood.ts";
import { honest } from "./honest.ts";
import { openSmallProject } from "./small-project.ts";

const MESSAGES = times(10_000, 2_000_000);
const SEED = 14;
/** Parts after which memory is checked. It is at its normal maximum after the first ones; the last are compared. */
const PARTS = 10;
const WARM_UP = 5;
const LAST = 3;
/** Allowance for other load on the machine. */
const SLACK_MS = 100;

const SOURCES = {
  "f.ts": `
    import { queryGeneric as query, mutationGeneric as mutation } from "convex/server";
    import { v } from "convex/values";
    const args = { value: v.any() };
    export const q = query({ args, handler: async (_ctx, { value }) => value });
    export const m = mutation({ args, handler: async (_ctx, { value }) => value });
    export const clean = query({ args: {}, handler: async () => Object.keys(Object.prototype).concat(({}).polluted ?? []) });`,
};
/** Reports at the end what was added to the prototype of all objects. */
const SAYS_PROTOTYPE =
  'data:text/javascript,process.on("SIGUSR2",()=>console.error("prototype",Object.keys(Object.prototype).length))';
test(`A14: ${MESSAGES} odd messages affect only their senders`, async () => {
  const project = await openSmallProject(SOURCES, {
    nodeArgs: ["--import", SAYS_PROTOTYPE],
  });
  const { port, pid, stop } = project.engine();
  const other = await honest(port, async (client) => {
    expect(await client.once("f:clean", {})).toEqual([]);
    const { ok } = await client.mutation("f:m", { value: 1 });
    expect(ok).toBe(true);
  });
  await after(isFull ? 5000 : 300);
  const quiet = other.p99();
  expect(await sendExtremes(port)).toEqual([]);
  other.p99();
  const ends = new Set<string>();
  const memory: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const report = await flood(port, MESSAGES / PARTS, SEED + part * 100);
    expect(report.wrong).toEqual([]);
    for (const end of report.ends.keys()) ends.add(end);
    memory.push(residentMib(pid).now);
  }
  const busy = other.p99();
  await other.end();
  expect(ends.size).toBeGreaterThan(4);
  const warm = Math.max(...memory.slice(0, WARM_UP));
  process.kill(pid, "SIGUSR2");
  const { code, output } = await stop();
  expect(output).toContain("prototype 0");
  expect(code).toBe(0);
  if (!isFull) return;
  expect(Math.min(...memory.slice(-LAST))).toBeLessThan(warm * 1.1);
  expect(busy).toBeLessThan(Math.max(2 * quiet, quiet + SLACK_MS));
});
