/** P6b: Lighthouse's mobile scores for the pages that strangers open. */
import { paths } from "../../../src/lib/address/paths.ts";
import { median } from "../../../engine/bench/measure/statistics.ts";
import {
  CATEGORIES,
  installLighthouse,
  judgePage,
  type Verdict,
} from "../pages/lighthouse.ts";
import { withShop } from "../pages/shop.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const LOADS = 5;
const LEAST = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};

async function run({ folder, effort, report }: BenchContext): Promise<void> {
  const home = await installLighthouse(folder);
  const loads = effort < 1 ? 1 : LOADS;
  await withShop(async ({ address, demoJoin, program }) => {
    for (const path of [paths.home, demoJoin, paths.login]) {
      const verdicts: Verdict[] = [];
      for (let load = 0; load < loads; load++)
        verdicts.push(await judgePage(home, program, address + path));
      report(figureOf(path.split("?")[0] ?? path, verdicts));
    }
  });
}

function figureOf(path: string, verdicts: readonly Verdict[]) {
  const sides = CATEGORIES.map((name) => ({
    name,
    values: verdicts.map(({ points }) => points[name]),
  }));
  const [engine, ...others] = sides as [(typeof sides)[0], ...typeof sides];
  const time = (name: keyof Verdict["times"]) =>
    median(verdicts.map(({ times }) => times[name]));
  const lost = new Set(verdicts.flatMap((verdict) => verdict.lost));
  return {
    id: `P6b ${path}`,
    unit: " points" as const,
    engine,
    others,
    lines: sides.map(({ name, values }) => ({
      label: name,
      ratio: median(values),
      atLeast: LEAST[name],
      slack: 0,
    })),
    note: [
      `LCP ${Math.round(time("LCP"))} ms, CLS ${time("CLS").toFixed(3)}, TBT ${Math.round(time("TBT"))} ms`,
      ...lost,
    ].join(", "),
  };
}

export const lighthouse: FigureGroup = { ids: ["P6b"], minutes: 5, run };
