/** The races of C4: many customers book one time, or book and move while the owner changes the slot length. */
import { defaultHours } from "../../convex/business/rules/hours.ts";
import { newSecret } from "../bench/app/customers.ts";
import { succeed } from "../bench/engine/product.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { mostBookedAtOnce, queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { chance } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const LENGTHS = [20, 45, 30, 60] as const;
type Refusal = { readonly ok: false; readonly code: string };
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

async function setSlotMinutes(owner: SyncClient, slotMinutes: number) {
  const profile = { name: "Shop", phone: null, description: null };
  const times = { slotMinutes, operatingHours: defaultHours };
  await succeed(owner, nameOf(api.account.current.completeSetup), {
    ...profile,
    ...times,
  });
}

/** Books; returns the booking's secret or the refusal's code. @throws Error when the answer is an error */
export async function book(
  client: SyncClient,
  queueId: string,
  startsAt: number,
): Promise<{ ok: true; secret: string; ts: bigint } | Refusal> {
  const secret = newSecret();
  const args = { queueId, startsAt, secret };
  const answer = await client.mutation(nameOf(api.booking.bookings.book), args);
  if (!answer.ok) throw new Error(answer.message);
  const value = answer.value as { ok: true } | Refusal;
  return value.ok ? { ok: true, secret, ts: answer.ts ?? 0n } : value;
}

/** All book one time at once: as many as there are chairs get it, the others learn why. Returns what is wrong. */
export async function raceForSlot(
  shop: Shop,
  queueId: string,
  clients: readonly SyncClient[],
  startsAt: number,
  chairs: number,
): Promise<string[]> {
  const answers = await Promise.all(
    clients.map((client) => book(client, queueId, startsAt)),
  );
  const codes = answers.flatMap((one) => (one.ok ? [] : [one.code]));
  const winners = answers.length - codes.length;
  const wrong: string[] = [];
  if (winners !== chairs) wrong.push(`${winners} got one time`);
  if (codes.some((code) => code !== "slotTaken"))
    wrong.push(`refused with ${[...new Set(codes)].join(" / ")}`);
  return [...wrong, ...(await wrongIn(shop, queueId, chairs))];
}

/** All book and move on one day whose slot length changes meanwhile. Returns what is wrong, in words. */
export async function raceForDay(
  shop: Shop,
  queueId: string,
  clients: readonly SyncClient[],
): Promise<string[]> {
  const owner = await shop.staff();
  const { day } = await someDay(owner, queueId);
  let over = false;
  const changing = (async () => {
    for (let turn = 0; !over; turn++) {
      await setSlotMinutes(owner, LENGTHS[turn % LENGTHS.length] ?? 30);
    }
  })();
  await Promise.all(
    clients.map(async (client) => {
      let secret: string | null = null;
      for (let turn = 0; turn < 6; turn++) {
        const found = await client.once(nameOf(api.booking.slots.ofDay), {
          queueId,
          day,
        });
        const { slots } = found as Slots;
        const pick = slots[Math.floor(chance() * slots.length)];
        if (pick === undefined) continue;
        const { startsAt } = pick;
        if (secret === null) {
          const answer = await book(client, queueId, startsAt);
          if (answer.ok) secret = answer.secret;
        } else {
          await succeed(client, nameOf(api.booking.bookings.move), {
            secret,
            startsAt,
          });
        }
      }
    }),
  );
  over = true;
  await changing;
  await setSlotMinutes(owner, 30);
  owner.close();
  return await wrongIn(shop, queueId, 1);
}

async function wrongIn(shop: Shop, queueId: string, chairs: number) {
  const state = await queueState(shop.engine().url, queueId);
  const most = mostBookedAtOnce(state);
  const tooMany = most > chairs ? [`${most} booked at once`] : [];
  return [...tooMany, ...violations(state)];
}
