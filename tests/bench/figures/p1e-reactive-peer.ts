/**
 * P1e: what P1a measures, against reactive databases: parse-server with LiveQuery, and zero-cache, each on PostgreSQL.
 * Their packages are installed for this figure only; where that fails the figure has no rows, and the run says why.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openBenchEngine } from "../engine/bench-engine.ts";
import { installPeer } from "../engine/peer-folder.ts";
import { fanOutBlock } from "../measure/fan-out.ts";
import { PROCESSOR_SLACK, ratioOf } from "../measure/figure.ts";
import { interleave } from "../measure/rounds.ts";
import { median } from "../measure/statistics.ts";
import { engineTarget } from "../targets/engine-target.ts";
import { openParse, PARSE_PACKAGES } from "../targets/parse-target.ts";
import type { FanOutTarget } from "../targets/target.ts";
import { openZero, ZERO_PACKAGES } from "../targets/zero-target.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const SIZES = [
  { watchers: 1, writes: 300, warmUp: 300 },
  { watchers: 100, writes: 100, warmUp: 100 },
  { watchers: 1000, writes: 30, warmUp: 30 },
] as const;
/** Up to so many watchers, and the share of the writes above that are enough. */
const PEERS = [
  {
    ...{ name: "parse-server", packages: PARSE_PACKAGES, open: openParse },
    ...{ atMost: 1000, share: 1 },
  },
  // It takes some milliseconds for each client and write: a thousand would be minutes.
  {
    ...{ name: "zero-cache", packages: ZERO_PACKAGES, open: openZero },
    ...{ atMost: 100, share: 0.2 },
  },
];
/** About what the engine's watchers are sent, without what is said around it. */
const VALUE_BYTES = 200;
/** Below every peer. */
const AT_MOST = 1;

async function measure(
  context: BenchContext,
  peer: FanOutTarget,
  { atMost, share }: { readonly atMost: number; readonly share: number },
): Promise<void> {
  const { engine, client } = await openBenchEngine(
    join(context.folder, peer.name),
  );
  await client.mutation("line:setUp", {});
  const own = engineTarget(engine, client, 0);
  for (const { watchers, writes, warmUp } of SIZES) {
    if (watchers > atMost) continue;
    const counted = Math.max(5, Math.round(writes * share * context.effort));
    const warming = Math.round(warmUp * share);
    for (const target of [own, peer]) {
      await target.watch(watchers);
      await fanOutBlock(target, watchers, warming);
    }
    const sides = await interleave(context.rounds, {
      engine: () => fanOutBlock(own, watchers, counted),
      peer: () => fanOutBlock(peer, watchers, counted),
    });
    const processor = {
      engine: sides.engine.map((block) => block.processorMs),
      peer: sides.peer.map((block) => block.processorMs),
    };
    const last = {
      engine: sides.engine.map((block) => median(block.lastSeenMs)),
      peer: sides.peer.map((block) => median(block.lastSeenMs)),
    };
    for (const [what, values] of [
      ["processor", processor],
      ["last p50", last],
    ] as const)
      context.report({
        id: `P1e N=${watchers} ${what}`,
        unit: "ms",
        engine: { name: "engine", values: values.engine },
        others: [{ name: peer.name, values: values.peer }],
        lines: [
          {
            label: "engine/peer",
            ratio: ratioOf(values.engine, values.peer),
            atMost: AT_MOST,
            slack: PROCESSOR_SLACK,
          },
        ],
      });
  }
  await own.close();
}

async function run(context: BenchContext): Promise<void> {
  for (const { name, packages, open, ...limits } of PEERS) {
    let folder: string;
    try {
      folder = await installPeer(packages);
    } catch (error) {
      console.log(
        `${name} is left out, npm could not install: ${String(error)}`,
      );
      continue;
    }
    try {
      const peer = await open(folder, VALUE_BYTES);
      try {
        await measure(context, peer, limits);
      } finally {
        await peer.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

export const reactivePeer: FigureGroup = { ids: ["P1e"], minutes: 4, run };
