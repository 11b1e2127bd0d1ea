/** Rounds of R6: jobs keep becoming due, kill -9 comes at a random moment. Compares promises with effects. */
import { setTimeout as after } from "node:timers/promises";
import { vi } from "vitest";
import { ConnectionLost, SyncClient } from "../bench/wire/sync-client.ts";
import { runAsAdmin } from "../bench/deployment/admin.ts";
import type { SmallProject } from "./small-project.ts";
import { chance } from "../../tests/seed.ts";

const WRITERS = 8;
const SHORTEST_MS = 20;
const LONGEST_MS = 300;

/** Each effect writes a new row: two rows of one job are two effects. */
export const SOURCES = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      effects: defineTable({ kind: v.string(), name: v.string() }).index("by_name", ["name"]),
    });`,
  "crons.ts": `
    import { cronJobs, makeFunctionReference } from "convex/server";
    const crons = cronJobs();
    crons.interval("tick", { seconds: 1 }, makeFunctionReference("jobs:effect"), { kind: "cron", name: "cron" });
    export default crons;`,
  "jobs.ts": `
    import { internalActionGeneric, internalMutationGeneric, internalQueryGeneric, makeFunctionReference, mutationGeneric } from "convex/server";
    const ref = (name) => makeFunctionReference("jobs:" + name);
    export const effect = internalMutationGeneric(async (ctx, args) => { await ctx.db.insert("effects", args); });
    export const act = internalActionGeneric(async (ctx, { name }) => {
      await ctx.runMutation(ref("effect"), { kind: "begun", name });
      await new Promise((resolve) => setTimeout(resolve, 20));
      await ctx.runMutation(ref("effect"), { kind: "ended", name });
    });
    export const schedule = mutationGeneric(async (ctx, { name, ms }) => {
      await ctx.scheduler.runAfter(ms, ref("effect"), { kind: "mutation", name });
      await ctx.scheduler.runAfter(ms, ref("act"), { name });
    });
    export const look = internalQueryGeneric(async (ctx) => ({
      effects: await ctx.db.query("effects").collect(),
      jobs: (await ctx.db.system.query("_scheduled_functions").order("desc").take(4000))
        .map(({ name, args, state }) => ({ path: name, name: args[0].name, state: state.kind })),
    }));
    export const forget = internalMutationGeneric(async (ctx) => {
      for await (const { _id } of ctx.db.query("effects")) await ctx.db.delete(_id);
    });`,
};

type Look = {
  readonly effects: readonly { readonly kind: string; readonly name: string }[];
  readonly jobs: readonly {
    readonly path: string;
    readonly name: string;
    readonly state: string;
  }[];
};

export type JobReport = {
  /** Errors found, in words. */
  readonly wrong: string[];
  readonly scheduled: number;
  /** Actions that a kill interrupted. */
  readonly interrupted: number;
};

/** Runs rounds until `rounds` are over or an error is found. */
export async function jobRounds(
  project: SmallProject,
  rounds: number,
): Promise<JobReport> {
  const wrong: string[] = [];
  let scheduled = 0;
  let interrupted = 0;
  for (let round = 0; round < rounds && wrong.length === 0; round++) {
    const promised = new Set<string>();
    const underWay = Promise.withResolvers<void>();
    const onPromise = (name: string) => {
      promised.add(name);
      if (promised.size === WRITERS) underWay.resolve();
    };
    const { port, url, kill } = project.engine();
    await runAsAdmin(url, "jobs:forget", {});
    const clients = await Promise.all(
      Array.from({ length: WRITERS }, () => SyncClient.open(port)),
    );
    const writing = Promise.all(
      clients.map((client, i) => write(client, `${round} ${i}`, onPromise)),
    );
    // Checked after the kill.
    writing.catch(() => undefined);
    // However slow the machine is, the kill comes during work.
    await Promise.race([underWay.promise, writing]);
    await after(SHORTEST_MS + chance() * (LONGEST_MS - SHORTEST_MS));
    await kill();
    await writing;
    await project.restart();
    const { effects, jobs } = await settled(project);
    const ofRound = jobs.filter(({ name }) => name.startsWith(`${round} `));
    scheduled += promised.size;
    interrupted += ofRound.filter(({ state }) => state === "failed").length;
    wrong.push(...contradictions(promised, effects, ofRound));
  }
  return { wrong, scheduled, interrupted };
}

/** Schedules until the connection is lost. */
async function write(
  client: SyncClient,
  writer: string,
  onPromise: (name: string) => void,
) {
  try {
    for (let n = 0; ; n++) {
      const args = { name: `${writer} ${n}`, ms: chance() * 60 };
      const answer = await client.mutation("jobs:schedule", args);
      if (!answer.ok) throw new Error(answer.message);
      onPromise(args.name);
    }
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
  }
}

/** Waits until everything has ended and the cron has run again. */
async function settled({ engine }: SmallProject): Promise<Look> {
  const look = async () =>
    (await runAsAdmin(engine().url, "jobs:look", {})) as Look;
  const ticks = ({ effects }: Look) =>
    effects.filter(({ kind }) => kind === "cron").length;
  const before = ticks(await look());
  return await vi.waitFor(
    async () => {
      const now = await look();
      const open = now.jobs.filter(({ state }) =>
        ["pending", "inProgress"].includes(state),
      );
      const ticked = ticks(now) - before;
      if (open.length === 0 && ticked > 0) return now;
      throw new Error(`open: ${JSON.stringify(open)}; the cron ran ${ticked}x`);
    },
    { interval: 20 },
  );
}

/** Effects without a promise, and promises without an effect. */
function contradictions(
  promised: ReadonlySet<string>,
  effects: Look["effects"],
  jobs: Look["jobs"],
): string[] {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const { kind, name } of effects) {
    const key = `${kind} ${name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const known = new Set(jobs.map(({ name }) => name));
  for (const name of promised)
    if (!known.has(name)) wrong.push(`${name} was promised and is gone`);
  for (const { path, name, state } of jobs) {
    const count = (kind: string) => counts.get(`${kind} ${name}`) ?? 0;
    const isMutation = path.includes("effect");
    const [begun, ended] = [count("begun"), count("ended")];
    const isRight = isMutation
      ? state === "success" && count("mutation") === 1
      : state === "success"
        ? begun === 1 && ended === 1
        : state === "failed" && begun <= 1 && ended <= 1;
    if (!isRight)
      wrong.push(
        `${path} ${name} is ${state}: ${count("mutation")} ${begun} ${ended}`,
      );
  }
  return wrong;
}
