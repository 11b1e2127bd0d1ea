/** Parses /metrics as strictly as Prometheus does. */
import type { TestEngine } from "../open-engine.ts";

const LINE =
  /^([a-zA-Z_:][\w:]*)(\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (\S+)$/;

/** Values by name and labels as written: `engine_sockets`, `engine_calls_total{function="a:b",…}`. */
export type Metrics = ReadonlyMap<string, number>;

/** @throws Error for a line that is malformed, repeated or without a family */
function parseMetrics(text: string): Metrics {
  const values = new Map<string, number>();
  let family = "";
  for (const line of text.trimEnd().split("\n")) {
    const [, name = ""] = /^# (?:HELP|TYPE) (\w+) \S/.exec(line) ?? [];
    if (name !== "") {
      family = name;
      continue;
    }
    const [, sample, labels = "", value] = LINE.exec(line) ?? [];
    const key = `${sample}${labels}`;
    const ofFamily = sample?.replace(/_(?:bucket|sum|count)$/, "");
    const isPlaced = sample === family || ofFamily === family;
    if (value === undefined || !isPlaced || values.has(key))
      throw new Error(`not in the format: ${line}`);
    values.set(key, Number(value.replace("Inf", "Infinity")));
  }
  return values;
}

export async function readMetrics({
  url,
  adminKey,
}: Pick<TestEngine, "url" | "adminKey">): Promise<Metrics> {
  const response = await fetch(`${url}/metrics`, {
    headers: { Authorization: `Convex ${adminKey}` },
  });
  if (!response.ok) throw new Error(`/metrics: ${response.status}`);
  return parseMetrics(await response.text());
}
