/** P6a: script bytes on the wire before a page is usable, from a build. The ratchet is tests/run/budgets.mjs. */
import { paths } from "../../../src/lib/address/paths.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { builtClient, weigh } from "../../run/weights.mjs";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

/** kB = 1000 bytes of scripts, brotli. */
const LIMITS = [
  [paths.home, 80],
  [paths.join, 99],
  [paths.login, 110],
  [paths.dashboard, 154],
] as const;

async function run({ report }: BenchContext): Promise<void> {
  const dist = must(await builtClient(), "client");
  for (const [path, atMost] of LIMITS) {
    const { scripts, html, files } = weigh(dist, path);
    const kB = scripts / 1000;
    report({
      id: `P6a ${path}`,
      unit: "kB",
      engine: { name: "scripts", values: [kB] },
      others: [{ name: "page", values: [html / 1000] }],
      lines: [{ label: "scripts in kB", ratio: kB, atMost, slack: 0 }],
      note: `${files} scripts`,
    });
  }
}

export const bytes: FigureGroup = { ids: ["P6a"], minutes: 1, run };
