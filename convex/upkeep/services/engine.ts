/** Asks the product's engine for its state. On Convex itself there is no engine to ask. */
import type { EngineSettings } from "../../base/services/env";
import { readServerFigures, type ServerFigures } from "../rules/serverFigures";

/** In ms. The engine is on this machine, so a slower answer means trouble. */
const PATIENCE = 5000;

/** @returns null if it cannot be reached or does not answer */
export async function askEngine({
  url,
  key,
}: EngineSettings): Promise<ServerFigures | null> {
  const ask = async (path: string) =>
    await fetch(new URL(path, url), {
      headers: { Authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
  try {
    const metrics = await ask("/metrics");
    if (!metrics.ok) return null;
    const health = (await (await ask("/health")).json()) as {
      trouble?: string;
      failing?: { cron: string }[];
    };
    const { trouble = null, failing = [] } = health;
    const crons = failing.map(({ cron }) => cron);
    return readServerFigures(await metrics.text(), trouble, crons);
  } catch {
    return null;
  }
}
