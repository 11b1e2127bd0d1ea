/** The scenario of C3: more people join than the plan allows, while staff serve, skip and reset. */
import { randomUUID } from "node:crypto";
import { succeed } from "../bench/engine/product.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { joinTogether } from "./join-race.ts";
import { activeOverTime, queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

type Board = {
  readonly called: readonly { readonly ticketId: string }[];
  readonly waiting: readonly { readonly ticketId: string }[];
};
async function work(staff: SyncClient, queueId: string, isOver: () => boolean) {
  for (let turn = 0; !isOver(); turn++) {
    const board = (await staff.once(nameOf(api.desk.actions.board), {
      queueId,
    })) as Board;
    const requestKey = randomUUID();
    const [called] = board.called;
    const [waiting] = board.waiting;
    if (turn % 10 === 9)
      await succeed(staff, nameOf(api.desk.actions.reset), {
        queueId,
        requestKey,
      });
    else if (turn % 3 === 0)
      await succeed(staff, nameOf(api.desk.actions.callNext), {
        queueId,
        requestKey,
      });
    else if (turn % 3 === 1 && called)
      await succeed(staff, nameOf(api.desk.actions.done), {
        ticketId: called.ticketId,
        requestKey,
      });
    else if (waiting)
      await succeed(staff, nameOf(api.desk.actions.skip), {
        queueId,
        expectedTicketId: waiting.ticketId,
        requestKey,
      });
  }
}

/** All of `customers` join at once, `waves` times. The queue is checked at the end. */
export async function raceForPlaces(
  shop: Shop,
  queueId: string,
  customers: readonly SyncClient[],
  waves: number,
) {
  const staff = await shop.staff();
  let over = false;
  const working = work(staff, queueId, () => over);
  const refusals: string[] = [];
  for (let wave = 0; wave < waves; wave++)
    refusals.push(...(await joinTogether(customers, queueId)).refusals);
  over = true;
  await working;
  staff.close();
  const state = await queueState(shop.engine().url, queueId);
  return { active: activeOverTime(state), refusals, wrong: violations(state) };
}
