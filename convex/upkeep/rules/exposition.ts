/** Parses Prometheus' text format, as in the engine's /metrics. The meaning of the figures is in serverFigures.ts. */

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /\b(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Skips lines that are not samples. */
export function samplesOf(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: labelsOf(labels), value: numberOf(value) }];
  });
}

/** Interpolated in its bucket (the last: its lower end); null if empty. @param buckets cumulative, by upper end */
export function quantile(
  buckets: readonly { end: number; count: number }[],
  share: number,
): number | null {
  const sorted = buckets.toSorted((a, b) => a.end - b.end);
  const wanted = (sorted.at(-1)?.count ?? 0) * share;
  if (wanted === 0) return null;
  let below = { end: 0, count: 0 };
  for (const bucket of sorted) {
    if (bucket.count >= wanted) {
      if (bucket.end === Infinity) return below.end;
      const part = (wanted - below.count) / (bucket.count - below.count);
      return below.end + part * (bucket.end - below.end);
    }
    below = bucket;
  }
  return below.end;
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(LABEL)].map(([, name = "", value = ""]) => [
      name,
      value.replace(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c)),
    ]),
  );
}

function numberOf(text: string): number {
  return Number(text.replace("Inf", "Infinity"));
}
