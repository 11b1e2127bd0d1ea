/** The race of C4: many customers book one time. */
import { newSecret } from "../bench/app/customers.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { mostBookedAtOnce, queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const DAY_MS = 24 * 60 * 60 * 1000;
type Slots = { readonly slots: readonly { startsAt: number }[] };

/** The times of the first open day from tomorrow on. */
export async function someDay(client: SyncClient, queueId: string) {
  for (let ahead = 1; ahead < 8; ahead++) {
    const at = new Date(Date.now() + ahead * DAY_MS);
    const day = at.toISOString().slice(0, 10);
    const found = await client.once(nameOf(api.booking.slots.ofDay), {
      queueId,
      day,
    });
    const times = (found as Slots).slots.map(({ startsAt }) => startsAt);
    if (times.length > 0) return { day, times };
  }
  throw new Error("No open day in a week.");
}

/** All book one time at once: as many as there are chairs get it, the others learn why. Returns what is wrong. */
export async function raceForSlot(
  shop: Shop,
  queueId: string,
  clients: readonly SyncClient[],
  startsAt: number,
  chairs: number,
): Promise<string[]> {
  const codes = await Promise.all(
    clients.map(async (client) => {
      const args = { queueId, startsAt, secret: newSecret() };
      const answer = await client.mutation(
        nameOf(api.booking.bookings.book),
        args,
      );
      if (!answer.ok) throw new Error(answer.message);
      return (answer.value as { code?: string }).code ?? "booked";
    }),
  );
  const winners = codes.filter((code) => code === "booked").length;
  const others = codes.filter(
    (code) => !["booked", "slotTaken"].includes(code),
  );
  const state = await queueState(shop.engine().url, queueId);
  const most = mostBookedAtOnce(state);
  return [
    ...(winners === chairs ? [] : [`${winners} got one time`]),
    ...others.map((code) => `refused with ${code}`),
    ...(most > chairs ? [`${most} booked at once`] : []),
    ...violations(state),
  ];
}
