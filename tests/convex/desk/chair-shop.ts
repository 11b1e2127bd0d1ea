/** A shop with two queues and two barbers, for tests of named chairs. */
import { vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { granted, lineRow, type Caller } from "../open-app.ts";
import { newQueue, newShop, press } from "../base/calls.ts";
import { MINUTE } from "../fake-clock.ts";

const { actions, chairs } = api.desk;

/** A shop with the queues Haircut and Beard, and two barbers. */
export async function openChairShop() {
  const shop = await newShop({ plan: "pro", timezone: "Europe/London" });
  const { app, owner, queueId: hair } = shop;
  vi.advanceTimersByTime(MINUTE);
  const beard = await newQueue(owner, "Beard");
  const { caller: sam, userId } = await app.member(shop, "staff", {
    name: "Sam",
  });
  const { caller: kim } = await app.member(shop, "staff", { name: "Kim" });
  const add = async (name: string, ...queueIds: string[]) =>
    await owner.mutation(chairs.create, { name, queueIds });
  return {
    ...{ ...shop, hair, beard, sam, samId: userId, kim, add },
    chair: async (name: string, ...queueIds: string[]) =>
      granted(await add(name, ...queueIds)).chairId,
    join: async (queueId: string, name: string) => {
      const secret = await app.join(queueId, name);
      vi.advanceTimersByTime(MINUTE);
      return secret;
    },
    line: async (queueId: typeof hair) => await lineRow(app, queueId),
    take: async (who: Caller, chairId: string) =>
      await press(who, chairs.take, { chairId }),
    turn: async (chairId: string, to: "on" | "break" | "off", minutes = 30) =>
      await press(owner, chairs.turn, {
        ...{ chairId, to },
        ...(to === "break" && { minutes }),
      }),
    list: async (who: Caller = owner) =>
      (await who.query(chairs.list, {})).chairs,
    names: async (queueId: string, of: "called" | "waiting") =>
      (await owner.query(actions.board, { queueId }))[of].map(
        ({ name }) => name,
      ),
  };
}
