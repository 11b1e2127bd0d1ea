/** The races of C7: an owner opens and closes while customers come. A customer gets in only while it is open. */
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import { succeed } from "../bench/engine/product.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { book, someDay } from "./booking-race.ts";
import { queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { chance } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

type Switched = { readonly ts: bigint; readonly open: boolean };
type Profile = { readonly settings: object };
export type Course = {
  readonly queueId: string;
  readonly turn: (owner: SyncClient, open: boolean) => Promise<bigint>;
  /** Gets in and gives the place up again. Returns the commit's time, or the reason of the refusal. */
  readonly enter: (client: SyncClient) => Promise<bigint | string>;
};

/** Joins one queue that its owner renames, closes and opens. */
export const joining = (queueId: string): Course => ({
  queueId,
  turn: async (owner, isActive) => {
    const name = `Open or not ${chance()}`;
    await succeed(owner, nameOf(api.desk.queues.update), { queueId, name });
    return await commit(owner, nameOf(api.desk.queues.setActive), {
      queueId,
      isActive,
    });
  },
  enter: async (client) => {
    const secret = newSecret();
    const answer = await sendJoin(client, queueId, secret);
    if (!answer.ok) throw new Error(answer.message);
    const value = answer.value as { ok: true } | { ok: false; code: string };
    if (!value.ok) return value.code;
    await succeed(client, nameOf(api.line.tickets.leave), { secret });
    return answer.ts ?? 0n;
  },
});

/** Books on a day that its owner closes and opens. */
export async function booking(shop: Shop, queueId: string): Promise<Course> {
  const owner = await shop.staff();
  const { day, times } = await someDay(owner, queueId);
  const profile = await owner.once(nameOf(api.profile.businesses.profile), {});
  owner.close();
  const { settings } = profile as Profile;
  return {
    queueId,
    turn: (client, open) => {
      const specialDays = open ? [] : [{ day, hours: null }];
      const args = { ...settings, specialDays };
      return commit(client, nameOf(api.profile.businesses.saveProfile), args);
    },
    enter: async (client) => {
      const time = times[Math.floor(chance() * times.length)] ?? 0;
      const answer = await book(client, queueId, time);
      if (!answer.ok) return answer.code;
      await succeed(client, nameOf(api.line.tickets.leave), {
        secret: answer.secret,
      });
      return answer.ts;
    },
  };
}

/** Opens and closes `turns` times while everyone tries to get in. */
export async function raceWithSwitch(
  shop: Shop,
  course: Course,
  clients: readonly SyncClient[],
  turns: number,
) {
  const owner = await shop.staff();
  const switched: Switched[] = [
    { ts: await course.turn(owner, true), open: true },
  ];
  const entered: bigint[] = [];
  const refusals: string[] = [];
  let over = false;
  const coming = clients.map(async (client) => {
    while (!over) {
      const came = await course.enter(client);
      if (typeof came === "string") refusals.push(came);
      else entered.push(came);
    }
  });
  for (let turn = 0; turn < turns; turn++) {
    const open = turn % 2 === 1;
    switched.push({ ts: await course.turn(owner, open), open });
  }
  over = true;
  await Promise.all(coming);
  await course.turn(owner, true);
  owner.close();
  const wasOpen = (ts: bigint) =>
    switched.findLast((one) => one.ts < ts)?.open ?? false;
  const state = await queueState(shop.engine().url, course.queueId);
  return {
    entered: entered.length,
    whileClosed: entered.filter((ts) => !wasOpen(ts)).length,
    refusals: [...new Set(refusals)].sort(),
    wrong: violations(state),
  };
}

/** The mutation's commit time. @throws Error when it fails */
async function commit(client: SyncClient, path: string, args: object) {
  const answer = await client.mutation(path, args);
  if (!answer.ok) throw new Error(`${path}: ${answer.message}`);
  return answer.ts ?? 0n;
}
