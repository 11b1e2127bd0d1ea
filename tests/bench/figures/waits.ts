/** waits: how often the shown range was right, and its middle's error against simple rivals, over replayed days. */
import type { Score } from "../waits/score.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";

const SEEDS = [1, 2, 3, 4, 5, 6];
const WEEKS = 16;
const HIT_RATE = { atLeast: 0.75, atMost: 0.85 };
/** As a share of the best simple rival's error, over all days together. */
const POOLED_ERROR = 0.7;

async function run({ report, effort }: BenchContext): Promise<void> {
  const { histories } = await import("../waits/scenarios.ts");
  const { replay } = await import("../waits/replay.ts");
  const { errorRatio, scoreOf } = await import("../waits/score.ts");
  const { recordedHistory } = await import("../waits/recorded.ts");
  const { STRONGER } = await import("../waits/rivals.ts");
  const weeks = effort < 1 ? WEEKS / 2 : WEEKS;
  const found = SEEDS.flatMap((seed) =>
    histories(seed, weeks).map((history) => ({
      name: history.name,
      outcomes: replay(history),
    })),
  );
  const recorded = recordedHistory();
  const ofProduct = scoreOf(replay(recorded));
  report({
    ...figureOf(recorded.name, ofProduct),
    lines: [
      { label: "hit rate", ratio: ofProduct.hitRate, slack: 0 },
      { label: "error/best simple", ratio: errorRatio(ofProduct), slack: 0 },
    ],
  });
  const names = [...new Set(found.map(({ name }) => name))];
  for (const name of [...names, null]) {
    const parts = found.filter((one) => name === null || one.name === name);
    const score = scoreOf(parts.flatMap(({ outcomes }) => outcomes));
    const stronger = score.error / (score.rivals.get(STRONGER) ?? NaN);
    report({
      ...figureOf(name ?? "all simulated together", score),
      lines: [
        hitRate(score, { atLeast: HIT_RATE.atLeast }),
        hitRate(score, { atMost: HIT_RATE.atMost }),
        {
          label: "error/best simple",
          ratio: errorRatio(score),
          atMost: name === null ? POOLED_ERROR : 1,
          slack: 0,
        },
        { label: "error/stronger", ratio: stronger, slack: 0 },
      ],
    });
  }
}

const hitRate = (
  { hitRate: ratio }: Score,
  limit: { atLeast: number } | { atMost: number },
) => ({ label: "hit rate", ratio, ...limit, slack: 0 });

const figureOf = (name: string, score: Score) => ({
  id: `waits: ${name}`,
  unit: "min" as const,
  engine: { name: "estimate", values: [score.error] },
  others: [...score.rivals].map(([rival, minutes]) => ({
    name: rival,
    values: [minutes],
  })),
  note: `${score.promises} promises, median width ${score.width} min`,
});

export const waits: FigureGroup = { ids: ["waits"], minutes: 1, run };
