/**
 * How often each function was called, with which outcome, and how long it took. Only existing functions get a line, so that
 * callers cannot create lines.
 */
import type {
  CallOutcome,
  FinishedCall,
} from "../functions/running/finished-call.ts";
import type { UdfType } from "../functions/function-types.ts";
import type { Family, Sample } from "./exposition.ts";

/** Upper bounds of the buckets in seconds: fine where most calls end, coarse elsewhere. */
const ENDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
/** The name for all calls of missing functions. */
const NONE = "(none)";

type Series = {
  readonly labels: { readonly function: string; readonly kind: string };
  readonly outcomes: Record<CallOutcome, number>;
  /** Calls per bucket, not cumulative; the last one is for longer calls. */
  readonly buckets: number[];
  sum: number;
};

const KINDS: Record<UdfType, string> = {
  Query: "query",
  Mutation: "mutation",
  Action: "action",
  HttpAction: "httpAction",
};

/** The name to show for a call, one per function; null when there is none. */
type NameOf = (call: Pick<FinishedCall, "udfType" | "path">) => string | null;

export class CallMetrics {
  readonly #nameOf: NameOf;
  readonly #all = new Map<string, Series>();
  /** By the path as callers write it: at most four forms per function. */
  readonly #byPath: Record<UdfType, Map<string, Series>> = {
    Query: new Map(),
    Mutation: new Map(),
    Action: new Map(),
    HttpAction: new Map(),
  };

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf;
  }

  count({ udfType, path, outcome, milliseconds }: FinishedCall): void {
    const series =
      this.#byPath[udfType].get(path) ?? this.#seriesOf(udfType, path);
    const seconds = milliseconds / 1000;
    series.outcomes[outcome]++;
    series.sum += seconds;
    let bucket = 0;
    while (seconds > (ENDS[bucket] ?? Infinity)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  families(): Family[] {
    const all = [...this.#all.values()];
    return [
      {
        name: "engine_calls_total",
        type: "counter",
        help: "Calls that have ended: success; refused (a ConvexError, wrong arguments, no such function); failed (an error its author did not intend); fault (the engine's own).",
        samples: all.flatMap(({ labels, outcomes }) =>
          Object.entries(outcomes)
            .filter(([, value]) => value > 0)
            .map(([outcome, value]) => ({
              labels: { ...labels, outcome },
              value,
            })),
        ),
      },
      {
        name: "engine_call_duration_seconds",
        type: "histogram",
        help: "From the request to the answer; a mutation's is on disk by then.",
        samples: all.flatMap(histogramOf),
      },
    ];
  }

  #seriesOf(udfType: UdfType, path: string): Series {
    const name = this.#nameOf({ udfType, path });
    const kind = KINDS[udfType];
    const key = `${kind} ${name ?? NONE}`;
    let series = this.#all.get(key);
    if (series === undefined) {
      series = {
        labels: { function: name ?? NONE, kind },
        outcomes: { success: 0, refused: 0, failed: 0, fault: 0 },
        buckets: [...ENDS.map(() => 0), 0],
        sum: 0,
      };
      this.#all.set(key, series);
    }
    // Callers may use any number of HTTP paths.
    if (name !== null && udfType !== "HttpAction")
      this.#byPath[udfType].set(path, series);
    return series;
  }
}

function histogramOf({ labels, buckets, sum }: Series): Sample[] {
  let count = 0;
  const summed = buckets.map((calls, at) => ({
    suffix: "_bucket",
    labels: { ...labels, le: at < ENDS.length ? String(ENDS[at]) : "+Inf" },
    value: (count += calls),
  }));
  return [
    ...summed,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: count },
  ];
}
