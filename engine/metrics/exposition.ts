/**
 * Prometheus' text format 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/. Without a library, because the
 * format is these lines, and counting a call (call-metrics.ts) is one lookup and a few additions.
 */

export type Sample = {
  /** After the family's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

/** All samples of one name. Names end in their unit, counters in `_total`. */
export type Family = {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
};

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** One value without labels. */
export function gauge(name: string, help: string, value: number): Family {
  return { name, type: "gauge", help, samples: [{ value }] };
}

/** One growing number without labels. */
export function counter(name: string, help: string, value: number): Family {
  return { name, type: "counter", help, samples: [{ value }] };
}

/** Leaves out families without samples. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, type, help, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n` +
        samples.map((sample) => `${lineOf(name, sample)}\n`).join(""),
    )
    .join("");
}

function lineOf(name: string, { suffix = "", labels, value }: Sample): string {
  const pairs = Object.entries(labels ?? {}).map(
    ([label, text]) => `${label}="${escaped(text)}"`,
  );
  const all = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  return `${name}${suffix}${all} ${numberText(value)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`));
}

function numberText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}
