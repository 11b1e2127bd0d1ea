/** P4b for admins: the cost of directory queries with a hundred thousand businesses, against a thousand. */
import { join as joinPath } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as after } from "node:timers/promises";
import { runAsAdmin } from "../../../engine/bench/deployment/admin.ts";
import {
  addQueue,
  openProduct,
  OWNER,
  succeed,
  type Product,
} from "../engine/product.ts";
import { SERVER_CPU } from "../../../engine/bench/measure/children.ts";
import {
  PROCESSOR_SLACK,
  ratioOf,
} from "../../../engine/bench/measure/figure.ts";
import { processorMs } from "../../../engine/bench/measure/processor-time.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api, internal } from "../../../convex/_generated/api.js";

const SEED = fileURLToPath(
  new URL("../app/benchDirectory.ts", import.meta.url),
);
const FEW = 1_000;
const MANY = 100_000;
const LINES = { atMost: 1.3, stretch: 1.05 };
const PLANTED_AT_ONCE = 1_000;
/** Rows of a page. The fiftieth page exists in the small directory too, for each plan. */
const PAGE = 5;
const DEEP = 50;
/** Queries in one transaction of benchSeed:repeat. A cached answer would cost nothing. */
const REPEATED = 20;
const TIMES = 25;
const LISTED_WITHIN_MS = 15 * 60_000;
type Platform = { product: Product; calls: Record<string, [string, object]> };
const EVENTS: Record<string, object> = {
  newest: {},
  "of a business by its name": { text: "barb" },
  "of an admin": { text: OWNER.email },
  "of a rare kind": { action: "viewBegan" },
  "of an admin and a rare kind": { text: OWNER.email, action: "viewBegan" },
};
const ANY = { text: "", action: null, businessId: null, from: null, to: null };
const NOTHING = { text: "", plan: null, state: null, sort: "newest" };
const SEARCHES: Record<string, object> = {
  "by the beginning of a name": { text: "barb" },
  "by an address": { text: "owner77@" },
  "of a plan": { plan: "pro", sort: "name" },
  "of a plan, by name": { plan: "pro", text: "gold" },
  newest: {},
};

async function openPlatform(context: BenchContext, businesses: number) {
  const data = joinPath(context.folder, `p4b-${businesses}-listed`);
  const project = { extra: [SEED] };
  const product = await openProduct({ data, cpu: SERVER_CPU }, project);
  const { url } = product.engine;
  for (let from = 1; from < businesses; from += PLANTED_AT_ONCE) {
    const count = Math.min(PLANTED_AT_ONCE, businesses - from);
    await runAsAdmin(url, "benchDirectory:plant", { from, count });
  }
  await runAsAdmin(url, "benchDirectory:forgetListing", {});
  const began = performance.now();
  await runAsAdmin(url, nameOf(internal.upkeep.maintenance.run), {});
  while (!(await runAsAdmin(url, "benchDirectory:isListed", {}))) {
    if (performance.now() - began > LISTED_WITHIN_MS) {
      throw new Error("Maintenance has not listed all businesses.");
    }
    await after(100);
  }
  const tookS = Math.round((performance.now() - began) / 100) / 10;
  console.log(`  ${businesses} businesses were listed in ${tookS} s`);
  const { email } = OWNER;
  await runAsAdmin(url, "benchSeed:openPortal", { email });
  return { product, calls: await callsOn(product) };
}

/** Every query by name: first and fiftieth pages, totals, people. */
async function callsOn({ owner, businessId }: Product) {
  const calls: Platform["calls"] = {};
  for (const [name, asked] of Object.entries(SEARCHES)) {
    const page = (cursor: unknown) => ({
      ...{ ...NOTHING, ...asked },
      paginationOpts: { numItems: PAGE, cursor },
    });
    calls[name] = [nameOf(api.admin.directory.search), page(null)];
    let cursor: unknown = null;
    let isDone = false;
    for (let n = 1; n < DEEP && !isDone; n++) {
      const found = await owner.once(
        nameOf(api.admin.directory.search),
        page(cursor),
      );
      ({ continueCursor: cursor, isDone } = found as {
        continueCursor: string;
        isDone: boolean;
      });
    }
    if (!isDone)
      calls[`${name}, page ${DEEP}`] = [
        nameOf(api.admin.directory.search),
        page(cursor),
      ];
  }
  for (const [name, asked] of Object.entries(EVENTS)) {
    const paginationOpts = { numItems: 20, cursor: null };
    const wanted = { ...ANY, ...asked, paginationOpts };
    calls[`events ${name}`] = [nameOf(api.admin.audit.search), wanted];
  }
  const queueId = await addQueue(owner, "Busy");
  for (let n = 0; n < 30; n++) {
    const requestKey = `walk-in ${n}`;
    await succeed(owner, nameOf(api.desk.actions.addWalkIn), {
      queueId,
      requestKey,
    });
  }
  const people = {
    ...{ queueId: null, businessId, text: "" },
    paginationOpts: { numItems: 20, cursor: null },
  };
  calls["totals"] = [nameOf(api.admin.directory.totals), {}];
  calls["one business"] = [
    nameOf(api.admin.directory.business),
    { businessId },
  ];
  calls["people there"] = [
    nameOf(api.admin.directory.participants),
    { ...people, status: "active" },
  ];
  calls["people ever"] = [
    nameOf(api.admin.directory.participants),
    { ...people, status: "all" },
  ];
  return calls;
}

async function costs({ product, calls }: Platform) {
  const found: Record<string, number> = {};
  for (const [name, [path, args]] of Object.entries(calls)) {
    const repeated = { path, args, times: REPEATED };
    const before = processorMs(product.engine.pid);
    for (let i = 0; i < TIMES; i++) {
      await succeed(product.owner, "benchSeed:repeat", repeated);
    }
    const used = processorMs(product.engine.pid) - before;
    found[name] = used / TIMES / REPEATED;
  }
  return found;
}

async function run(context: BenchContext): Promise<void> {
  const many = Math.round(MANY * Math.min(1, context.effort * 2));
  const few = await openPlatform(context, FEW);
  const crowd = await openPlatform(context, many);
  await costs(few);
  await costs(crowd);
  const sides = await interleave(context.rounds, {
    few: () => costs(few),
    crowd: () => costs(crowd),
  });
  for (const call of Object.keys(few.calls)) {
    const before = sides.few.map((cost) => cost[call] ?? 0);
    const grown = sides.crowd.map((cost) => cost[call] ?? 0);
    context.report({
      id: `P4b admin ${call}`,
      unit: "ms",
      engine: { name: `B=${many}`, values: grown },
      others: [{ name: `B=${FEW}`, values: before }],
      lines: [
        {
          label: "growth",
          ratio: ratioOf(grown, before),
          ...LINES,
          slack: PROCESSOR_SLACK,
        },
      ],
    });
  }
  for (const { product } of [few, crowd]) {
    product.owner.close();
    await product.engine.kill();
  }
}

export const directory: FigureGroup = { ids: ["P4b-admin"], minutes: 2, run };
