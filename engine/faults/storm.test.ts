/**
 * R11: thousands of watchers lose their connection at once and come back as the official client does. Beside them,
 * peers never read, read a byte at a time or never finish their upgrade. All that come back show the right state in
 * time. Stalled peers cost little memory, none of which stays, and healthy clients always get answers.
 */
import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { residentMib } from "../bench/measure/memory.ts";
import { helloOf } from "../bench/targets/engine-target.ts";
import { RawSocket } from "../bench/wire/raw-socket.ts";
import { ReturningWatchers } from "../bench/wire/returning.ts";
import { SYNC_PATH, SyncClient } from "../bench/wire/sync-client.ts";
import { isFull, times } from "./counts.ts";
import { honest } from "./honest.ts";
import { openSmallProject, type SmallProject } from "./small-project.ts";

const WATCHERS = times(100, 5000);
const STORMS = times(2, 10);
const SLOW = times(20, 200);
const STALLED = times(8, 20);
const RECOVERS_WITHIN_MS = 30_000;
/** A megabyte may wait, and the frame that exceeds it. The rest is variation of the heap, more with few peers. */
const STALLED_MIB = isFull ? 1.5 : 4;
/** Writes to peers that do not read: many times what they and the system's buffers hold. */
const BIG_WRITES = 60;
/** Storms that warm up the engine's memory. */
const WARM_UP = 3;
/** Allowance for other load on the machine. */
const SLACK_MS = 100;

const SOURCES = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ lines: defineTable({ name: v.string(), seq: v.number() }).index("by_name", ["name"]) });`,
  "line.ts": `
    import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    const find = (ctx, name) => ctx.db.query("lines").withIndex("by_name", (q) => q.eq("name", name)).unique();
    export const get = query({ args: { name: v.string() }, handler: async (ctx, { name }) => ({ seq: (await find(ctx, name))?.seq ?? 0 }) });
    /** Each of its values is other bytes: nothing of it is shared with the one before. */
    export const big = query({ args: { of: v.number() }, handler: async (ctx, { of }) => ((await find(ctx, "big"))?.seq ?? 0) + "-" + of + "x".repeat(200_000) });
    export const next = mutation({ args: { name: v.string() }, handler: async (ctx, { name }) => {
      const row = await find(ctx, name);
      const seq = (row?.seq ?? 0) + 1;
      if (row) await ctx.db.patch(row._id, { seq });
      else await ctx.db.insert("lines", { name, seq });
      return seq;
    } });`,
};

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

async function next(client: SyncClient, name: string): Promise<number> {
  const answer = await client.mutation("line:next", { name });
  if (!answer.ok) throw new Error(answer.message);
  return answer.value as number;
}

async function openLarge(port: number): Promise<readonly RawSocket[]> {
  const sockets: RawSocket[] = [];
  for (let of = 0; of < STALLED; of++) {
    let isFirst = true;
    const shown = Promise.withResolvers<void>();
    const socket = await RawSocket.open(port, SYNC_PATH, {
      onText: () => {
        if (isFirst) shown.resolve();
        isFirst = false;
      },
    });
    ends.push(() => socket.destroy());
    for (const text of helloOf([{ path: "line:big", args: { of } }]))
      socket.sendText(text);
    await shown.promise;
    sockets.push(socket);
  }
  return sockets;
}

function openSlow(port: number): void {
  for (let i = 0; i < SLOW; i++) {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => undefined);
    socket.write(`GET ${SYNC_PATH} HTTP/1.1\r\nHost: a\r\nX-Slow: `);
    const timer = setInterval(() => socket.write("x"), 500).unref();
    ends.push(() => {
      clearInterval(timer);
      socket.destroy();
    });
  }
}

/** Lets the engine collect its garbage at once: when it would by itself depends on the machine. */
const COLLECTS = [
  "--expose-gc",
  ...["--import", `data:text/javascript,process.on("SIGUSR2",()=>gc())`],
];

/** Returns a function that reports the current cost of each peer that does not read, in MiB. */
async function costOfStalled({
  engine,
}: SmallProject): Promise<() => Promise<number>> {
  const { port, pid } = engine();
  const client = await SyncClient.open(port);
  ends.push(() => client.close());
  const memory = async () => {
    process.kill(pid, "SIGUSR2");
    // Answered after that.
    await next(client, "hot");
    return residentMib(pid).now;
  };
  const writeMuch = async () => {
    for (let i = 0; i < BIG_WRITES; i++) await next(client, "big");
  };
  const peers = await openLarge(port);
  // The cost of running the queries is included before.
  await writeMuch();
  for (const peer of peers) peer.pause();
  const before = await memory();
  await writeMuch();
  return async () => ((await memory()) - before) / STALLED;
}

test(`R11: ${WATCHERS} watchers recover from ${STORMS} reconnect storms`, async () => {
  const project = await openSmallProject(SOURCES);
  const { port, pid } = project.engine();
  const client = await SyncClient.open(port);
  await next(client, "hot");
  const hello = () => helloOf([{ path: "line:get", args: { name: "hot" } }]);
  const protocol = { port, path: SYNC_PATH, hello };
  const healthy = await honest(port, async (one) => {
    await one.once("line:get", { name: "cold" });
  });
  const watchers = await ReturningWatchers.open(WATCHERS, '"seq":1', protocol);
  ends.push(() => watchers.close());
  await after(isFull ? 5000 : 100);
  const quiet = healthy.p99();
  openSlow(port);
  const memory: number[] = [];
  const busy: number[] = [];
  for (let storm = 0; storm < STORMS; storm++) {
    const start = performance.now();
    const all = watchers.show(`"seq":${storm + 2}`, WATCHERS, 1);
    watchers.cut();
    await next(client, "hot");
    await all;
    const took = performance.now() - start;
    if (isFull) expect(took).toBeLessThan(RECOVERS_WITHIN_MS);
    memory.push(residentMib(pid).now);
    busy.push(healthy.p99());
  }
  await healthy.end();
  const warm = Math.max(...memory.slice(0, WARM_UP));
  if (isFull) {
    // Garbage of the storms is collected when there is time for it.
    await vi.waitFor(
      () => expect(residentMib(pid).now).toBeLessThan(warm * 1.1),
      { interval: 1000 },
    );
    expect(Math.min(...busy)).toBeLessThan(
      Math.max(2 * quiet, quiet + SLACK_MS),
    );
  }
});

test(`R11: ${STALLED} peers that do not read cost little memory, and others are answered`, async () => {
  const project = await openSmallProject(SOURCES, { nodeArgs: COLLECTS });
  const healthy = await honest(project.engine().port, async (one) => {
    await one.once("line:get", { name: "cold" });
  });
  const cost = await costOfStalled(project);
  await vi.waitFor(async () => expect(await cost()).toBeLessThan(STALLED_MIB), {
    interval: 200,
  });
  await healthy.end();
});
