/** Asks the engine that the product runs on how it is. On Convex itself there is none to ask. */
import type { EngineSettings } from "../../base/services/env";
import { readServerFigures, type ServerFigures } from "../rules/serverFigures";

/** It is on this machine: whoever does not answer within this time, ms, is in trouble. */
const PATIENCE = 5000;

/** @returns null when it cannot be asked or does not tell */
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
