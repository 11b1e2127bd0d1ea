/** R1: kill -9 under 32 writers: nothing acknowledged is missing, nothing is half applied, screens recover. */
import { expect, test, vi } from "vitest";
import { openOfficialClient } from "../../engine/bench/wire/official-client.ts";
import { isFull, times } from "../../engine/faults/counts.ts";
import { killRounds } from "./kill-rounds.ts";
import { queueState } from "./queue-state.ts";
import { shop, useShop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const ROUNDS = times(2, 200);
/** On an otherwise idle machine. */
const READY_WITHIN_MS = 2000;
useShop();
type Shown = { readonly lastNumber: number; readonly waiting: string };

/** An official client that watches one queue all the time. */
function openScreen(url: string, queueId: string) {
  const client = openOfficialClient(url);
  let shown: Shown | null = null;
  client.watch(nameOf(api.line.tickets.line), { queueId }, (value) => {
    shown = value as Shown;
  });
  return {
    close: client.close,
    shows: ({ lastNumber, waiting }: Shown) =>
      vi.waitFor(() => expect(shown).toMatchObject({ lastNumber, waiting })),
  };
}

test(`R1: no acknowledged write is lost in ${ROUNDS} kills`, async () => {
  const screens = new Map<string, ReturnType<typeof openScreen>>();
  const onRestart = async (queues: readonly string[]) => {
    const { url } = shop.engine();
    for (const [queueId, screen] of screens) {
      if (queues.includes(queueId)) continue;
      screens.delete(queueId);
      await screen.close();
    }
    for (const queueId of queues) {
      const screen = screens.get(queueId) ?? openScreen(url, queueId);
      screens.set(queueId, screen);
      await screen.shows((await queueState(url, queueId)).line.state);
    }
  };
  const report = await killRounds(shop, ROUNDS, { onRestart });
  for (const screen of screens.values()) await screen.close();
  expect(report.wrong).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS * 20);
  // The fastest start shows the cost of a start. The others include other load on the machine.
  if (isFull) expect(Math.min(...report.readyMs)).toBeLessThan(READY_WITHIN_MS);
});
