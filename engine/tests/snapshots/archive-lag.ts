/** The archive state that a running engine reports. */
import { expect, vi } from "vitest";

type Engine = { readonly url: string; readonly adminKey: string };

/** Age in seconds of the oldest commit that the archive lacks. */
export async function lagOf({ url, adminKey }: Engine): Promise<number> {
  const response = await fetch(`${url}/metrics`, {
    headers: { Authorization: `Bearer ${adminKey}` },
  });
  const found = /^engine_archive_lag_seconds (\S+)$/m.exec(
    await response.text(),
  );
  return Number(found?.[1]);
}

/** Resolves when the archive has everything that was answered before. */
export async function allShipped(engine: Engine): Promise<void> {
  const isShipped = async () => expect(await lagOf(engine)).toBe(0);
  await vi.waitFor(isShipped);
}
