/** The archive state that a running engine reports. */
import { expect, vi } from "vitest";
import { readMetrics } from "../metrics/read-metrics.ts";

type Engine = { readonly url: string; readonly adminKey: string };

/** Age in seconds of the oldest commit that the archive lacks. */
export const lagOf = async (engine: Engine): Promise<number> =>
  Number((await readMetrics(engine)).get("engine_archive_lag_seconds"));

/** Resolves when the archive has everything that was answered before. */
export async function allShipped(engine: Engine): Promise<void> {
  const isShipped = async () => expect(await lagOf(engine)).toBe(0);
  await vi.waitFor(isShipped);
}
