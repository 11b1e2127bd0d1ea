/** P5c: ten minutes of writes while watchers come and go. Does the memory grow after the second minute? */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openBenchEngine } from "../deployment/bench-engine.ts";
import { lineOf } from "../measure/figure.ts";
import { residentMib } from "../measure/memory.ts";
import { helloOf } from "../targets/engine-target.ts";
import { SYNC_PATH } from "../wire/sync-client.ts";
import { Watchers } from "../wire/watchers.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const MINUTES = 10;
const WATCHERS = 1000;
/** One of these groups leaves and another comes, so that a tenth of all watchers change per minute. */
const TOGETHER = 10;
const CHANGE_EACH_MS = 6000;
const WRITE_EACH_MS = 200;
/** The last minute is compared with the minute that ends here, the second of ten. */
const SETTLED = 0.2;
const WINDOW = 0.1;
const LINE = { atMost: 1.1, stretch: 1.02 };

async function run(context: BenchContext): Promise<void> {
  const { engine, client } = await openBenchEngine(join(context.folder, "p5c"));
  await client.mutation("line:setUp", {});
  const some = () =>
    Watchers.open(TOGETHER, {
      port: engine.port,
      path: SYNC_PATH,
      hello: () => helloOf([{ path: "line:get", args: {} }]),
    });
  const here: Watchers[] = [];
  while (here.length < WATCHERS / TOGETHER) here.push(await some());
  const lasts = MINUTES * 60_000 * context.effort;
  const start = performance.now();
  const samples: { at: number; mib: number }[] = [];
  let written = 0;
  let changed = 0;
  for (;;) {
    const elapsed = performance.now() - start;
    if (elapsed > lasts) break;
    const answer = await client.mutation("line:callNext", {});
    if (!answer.ok) throw new Error(answer.message);
    written++;
    if (elapsed > (changed + 1) * CHANGE_EACH_MS) {
      here.shift()?.close();
      here.push(await some());
      changed++;
    }
    samples.push({ at: elapsed / lasts, mib: residentMib(engine.pid).now });
    await wait(
      Math.max(0, start + written * WRITE_EACH_MS - performance.now()),
    );
  }
  for (const watchers of here) {
    await watchers.allSee(written);
    watchers.assertAllAt(written);
    watchers.close();
  }
  client.close();
  await engine.kill();
  const until = (end: number) =>
    samples
      .filter(({ at }) => at > end - WINDOW && at <= end)
      .map(({ mib }) => mib);
  const settled = until(SETTLED);
  const last = until(1);
  context.report({
    id: `P5c ${Math.round(lasts / 6000) / 10} minutes, N=${WATCHERS}, ${written} writes, ${changed * TOGETHER} watchers changed`,
    unit: "MiB",
    engine: { name: "last tenth", values: last },
    others: [{ name: "second tenth", values: settled }],
    lines: [lineOf("last/second", last, settled, 0, LINE)],
  });
}

export const soak: FigureGroup = { ids: ["P5c"], minutes: 11, run };
