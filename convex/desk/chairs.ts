/** Named chairs of a shop: staff take them and switch them; managers make them. */
import { v } from "convex/values";
import { nameInTeam } from "../business/data/members";
import { chairsOf, ensureOwnChair } from "../queue/data/chairs";
import * as chairs from "./data/chairs";
import {
  counterMutation,
  counterQuery,
  keyedManagerMutation,
  managerMutation,
  subscriberMutation,
} from "../functions";
import { doneOr, doneWith } from "../base/rules/refusals";
import { dutyValidator } from "../queue/rules/chairState";
import { setOption } from "../business/data/businesses";
import { chairWordValidator } from "../business/rules/validators";

const chairArgs = { chairId: v.string() };
const settings = { name: v.string(), queueIds: v.array(v.string()) };
/** The event for desk/actions:undo; null if nothing changed, or the chair serves no queue. */
const whatUndoTakes = v.nullable(v.id("ticketEvents"));

/** All chairs, oldest first, and the shop's word for one. Empty for a shop without named chairs. */
export const list = counterQuery({
  args: {},
  returns: v.object({
    word: chairWordValidator,
    chairs: v.array(
      v.object({
        chairId: v.id("chairs"),
        name: v.string(),
        /** The first is its home. */
        queueIds: v.array(v.id("queues")),
        duty: dutyValidator,
        /** When the break or the duty ends, ms. */
        until: v.nullable(v.number()),
        isTaken: v.boolean(),
        isMine: v.boolean(),
        /** Who works there; null for nobody, or an owner without a name. */
        person: v.nullable(v.string()),
      }),
    ),
  }),
  handler: async (ctx) => {
    const { _id: businessId, chairWord = "chair" } = ctx.business;
    const rows = await chairsOf(ctx, businessId);
    return {
      word: chairWord,
      chairs: await Promise.all(
        rows.map(async ({ _id, name, queueIds, duty, until, personId }) => ({
          ...{ chairId: _id, name, queueIds, duty, until },
          isTaken: personId !== null,
          isMine: personId === ctx.userId,
          person: personId && (await nameInTeam(ctx, businessId, personId)),
        })),
      ),
    };
  },
});

/** The caller works at this chair from now on, and at no other. */
export const take = counterMutation({
  args: chairArgs,
  returns: doneWith({ eventId: whatUndoTakes }, "chairTaken"),
  handler: async (ctx, { chairId }) =>
    await chairs.take(ctx, await ensureOwnChair(ctx, chairId), Date.now()),
});

/** Nobody works at this chair from now on. */
export const leave = counterMutation({
  args: chairArgs,
  returns: whatUndoTakes,
  handler: async (ctx, { chairId }) =>
    await chairs.leave(ctx, await ensureOwnChair(ctx, chairId), Date.now()),
});

/** Switches a chair. @param minutes of a break, 1 to 240 @throws invalidInput for a break without them */
export const turn = counterMutation({
  args: { ...chairArgs, to: dutyValidator, minutes: v.optional(v.number()) },
  returns: whatUndoTakes,
  handler: async (ctx, { chairId, to, minutes }) => {
    const chair = await ensureOwnChair(ctx, chairId);
    return await chairs.turn(ctx, chair, to, minutes, Date.now());
  },
});

/** Adds a chair. Its first queue is its home, where it takes bookings. */
export const create = subscriberMutation({
  args: settings,
  returns: doneWith(
    { chairId: v.id("chairs") },
    "chairLimit",
    ...chairs.chairProblems,
  ),
  handler: async (ctx, given) =>
    await chairs.createChair(ctx, given, Date.now()),
});

export const change = subscriberMutation({
  args: { ...chairArgs, ...settings },
  returns: doneOr(...chairs.chairProblems),
  handler: async (ctx, { chairId, ...given }) => {
    const chair = await ensureOwnChair(ctx, chairId);
    return await chairs.changeChair(ctx, chair, given);
  },
});

/** Deletes a chair. The person there is done. */
export const remove = keyedManagerMutation({
  args: chairArgs,
  returns: v.object({ ok: v.literal(true) }),
  handler: async (ctx, { chairId }) => {
    const chair = await ensureOwnChair(ctx, chairId);
    await chairs.removeChair(ctx, chair, Date.now());
    return { ok: true as const };
  },
});

/** What the shop calls its chairs, on all screens. */
export const setWord = managerMutation({
  args: { word: chairWordValidator },
  returns: v.null(),
  handler: async (ctx, { word }) => await setOption(ctx, { chairWord: word }),
});
