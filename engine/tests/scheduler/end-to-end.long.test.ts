import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";

let engine: TestEngine;

beforeAll(async () => {
  engine = await openTestEngine({
    mode: "child",
    sources: {
      "schema.ts": `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values";
        export default defineSchema({ notes: defineTable({ text: v.string() }) });`,
      "crons.ts": `import { cronJobs, makeFunctionReference } from "convex/server";
        const crons = cronJobs();
        crons.interval("often", { hours: 1 }, makeFunctionReference("jobs:note"), { text: "cron" });
        export default crons;`,
      "jobs.ts": `
        import { actionGeneric, internalMutationGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
        const ref = (name) => makeFunctionReference("jobs:" + name);
        export const note = internalMutationGeneric(async (ctx, { text }) => { await ctx.db.insert("notes", { text }); });
        export const notes = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.text));
        export const jobs = queryGeneric((ctx) => ctx.db.system.query("_scheduled_functions").collect());
        export const later = mutationGeneric((ctx, { ms, text }) => ctx.scheduler.runAfter(ms, ref("note"), { text }));
        export const fails = mutationGeneric(async (ctx) => {
          await ctx.scheduler.runAfter(0, ref("note"), { text: "never" });
          throw new Error("rolled back");
        });
        export const act = actionGeneric((ctx, { text }) => ctx.scheduler.runAfter(0, ref("note"), { text }));
        export const both = mutationGeneric(async (ctx, { ms, runs, canceled }) => {
          await ctx.scheduler.runAfter(ms, ref("note"), { text: runs });
          await ctx.scheduler.cancel(await ctx.scheduler.runAfter(ms, ref("note"), { text: canceled }));
        });`,
    },
  });
});

afterAll(() => engine.close());
const notes = () => engine.run("jobs:notes") as Promise<string[]>;

test("[SC23] mutations and actions schedule jobs, a failed mutation schedules none, and crons run after the deploy", async () => {
  await engine.run("jobs:later", { ms: 0, text: "from a mutation" });
  await engine.run("jobs:act", { text: "from an action" });
  await expect(engine.run("jobs:fails")).rejects.toThrow("rolled back");
  await vi.waitFor(
    async () =>
      expect((await notes()).toSorted()).toEqual([
        "cron",
        "from a mutation",
        "from an action",
      ]),
    5000,
  );
});

test("[SC24] a job scheduled before kill -9 runs exactly once after it; a canceled one does not", async () => {
  // Canceled with it, so that it is never due before.
  const args = { ms: 1500, runs: "after the crash", canceled: "no" };
  await engine.run("jobs:both", args);
  await engine.kill();
  engine = await engine.restart();
  await vi.waitFor(
    async () => expect(await notes()).toContain("after the crash"),
    10_000,
  );
  const jobs = (await engine.run("jobs:jobs")) as {
    args: { text: string }[];
    state: { kind: string };
  }[];
  const states = Object.fromEntries(
    jobs.map((job) => [job.args[0]?.text ?? "", job.state.kind]),
  );
  expect(states).toMatchObject({
    "after the crash": "success",
    no: "canceled",
  });
  expect(
    (await notes()).filter((text) => text === "after the crash"),
  ).toHaveLength(1);
  expect(await notes()).not.toContain("no");
});
