/** An owner's queues: create, rename, open, close, delete; and the list that customers choose from. */
import { v } from "convex/values";
import { findBusiness } from "../business/data/businesses";
import { deleteQueue } from "../line/data/closing";
import { linesOfBusiness } from "../queue/data/lines";
import * as queueRows from "../queue/data/queues";
import * as queueChanges from "./data/queueChanges";
import {
  counterMutation,
  counterQuery,
  publicQuery,
  subscriberMutation,
} from "../functions";
import { must } from "../base/rules/errors";
import {
  activePeople,
  waitFactsOf,
  waitFactsValidator,
} from "../queue/rules/lineState";
import { plans } from "../base/rules/plans";
import { doneOr, doneWith } from "../base/rules/refusals";

/** The open queues of a business by name, with the figures for a wait estimate. */
export const publicList = publicQuery({
  args: { businessId: v.string() },
  returns: v.array(
    v.object({
      queueId: v.id("queues"),
      name: v.string(),
      description: v.nullable(v.string()),
      letter: v.nullable(v.string()),
      waitingCount: v.number(),
      servingCount: v.number(),
      limitReached: v.boolean(),
      takesBookings: v.boolean(),
      /** Input for queue/rules/waitEstimate, with the phone's clock and the business's hours. */
      ...waitFactsValidator.fields,
    }),
  ),
  handler: async (ctx, args) => {
    const business = await findBusiness(ctx, args.businessId);
    if (business === null) return [];
    const lines = await linesOfBusiness(ctx, business._id);
    const limit = plans[business.plan].peoplePerQueue;
    return (await queueRows.listQueues(ctx, business._id))
      .filter((queue) => queue.isActive)
      .map((queue) => {
        const line = must(lines.get(queue._id), "line of a queue");
        const { state } = line;
        return {
          queueId: queue._id,
          name: queue.name,
          description: queue.description,
          letter: queue.letter,
          waitingCount: state.waitingCount,
          servingCount: state.called.filter(({ serving }) => serving).length,
          limitReached: activePeople(state) >= limit,
          takesBookings: (queue.takesBookings ?? true) && line.places !== 0,
          ...waitFactsOf(line),
        };
      })
      .sort((a, b) => a.name.localeCompare(b.name));
  },
});

/** All queues of the owner's business, oldest first, closed ones too. */
export const list = counterQuery({
  args: {},
  returns: v.array(
    v.object({
      queueId: v.id("queues"),
      name: v.string(),
      description: v.nullable(v.string()),
      /** Null while the business has had one open queue only. */
      letter: v.nullable(v.string()),
      isActive: v.boolean(),
      isPaused: v.boolean(),
      takesBookings: v.boolean(),
      createdAt: v.number(),
      waitingCount: v.number(),
      scheduledCount: v.number(),
      calledCount: v.number(),
      servingCount: v.number(),
      lastNumber: v.number(),
    }),
  ),
  handler: async (ctx) => {
    const lines = await linesOfBusiness(ctx, ctx.business._id);
    const queues = await queueRows.listQueues(ctx, ctx.business._id);
    return queues.map((queue) => {
      const { state, pause } = must(lines.get(queue._id), "line of a queue");
      const serving = state.called.filter((entry) => entry.serving).length;
      return {
        queueId: queue._id,
        name: queue.name,
        description: queue.description,
        letter: queue.letter,
        isActive: queue.isActive,
        isPaused: pause !== null,
        takesBookings: queue.takesBookings ?? true,
        createdAt: queue._creationTime,
        waitingCount: state.waitingCount,
        scheduledCount: state.scheduledCount,
        calledCount: state.called.length - serving,
        servingCount: serving,
        lastNumber: state.lastNumber,
      };
    });
  },
});

/** Creates an open queue. Closed queues count against the plan's limit too. */
export const create = subscriberMutation({
  args: { name: v.string(), description: v.optional(v.string()) },
  returns: doneWith(
    { queueId: v.id("queues") },
    "queueLimit",
    ...queueRows.nameProblems,
  ),
  handler: async (ctx, { name, description = null }) => {
    const given = [ctx.business, name, description] as const;
    return await queueRows.createQueue(ctx, ...given, Date.now());
  },
});

/** Sets the name and, if given, the description (blank removes it) and the letter. */
export const update = subscriberMutation({
  args: {
    queueId: v.string(),
    name: v.string(),
    description: v.optional(v.string()),
    letter: v.optional(v.string()),
  },
  returns: doneOr(...queueRows.nameProblems, ...queueRows.letterProblems),
  handler: async (ctx, { queueId, name, description, letter }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    return await queueRows.renameQueue(ctx, queue, name, description, letter);
  },
});

/** Opens or closes a queue to new customers. People in it keep their places. */
export const setActive = subscriberMutation({
  args: { queueId: v.string(), isActive: v.boolean() },
  returns: doneOr("queueLimit"),
  handler: async (ctx, { queueId, isActive }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    return await queueRows.switchQueue(ctx, queue, isActive);
  },
});

/** Whether customers may book times of this queue; on at first. Existing bookings stay. */
export const setTakesBookings = subscriberMutation({
  args: { queueId: v.string(), takesBookings: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { queueId, takesBookings }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    await queueRows.setTakesBookings(ctx, queue, takesBookings);
  },
});

/** Deletes a queue. The people in it learn that they were removed. */
export const remove = subscriberMutation({
  args: { queueId: v.string() },
  returns: v.object({ ok: v.literal(true) }),
  handler: async (ctx, { queueId }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    await deleteQueue(ctx, queue, Date.now());
    return { ok: true as const };
  },
});

/** The event for desk/actions:undo; null if nothing changed. */
const whatUndoTakes = v.nullable(v.id("ticketEvents"));

/** Sets how many people are served, and may be booked, at once. @throws invalidInput unless 1 to 20 */
export const setChairs = counterMutation({
  args: { queueId: v.string(), chairs: v.number() },
  returns: whatUndoTakes,
  handler: async (ctx, { queueId, chairs }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    return await queueChanges.setChairs(ctx, queue, chairs, Date.now());
  },
});

/** Pauses; null: until resumed. @throws invalidInput for a time in the past or over a day away */
export const setPause = counterMutation({
  args: { queueId: v.string(), until: v.nullable(v.number()) },
  returns: whatUndoTakes,
  handler: async (ctx, { queueId, until }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    return await queueChanges.setPause(ctx, queue, until, Date.now());
  },
});

/** Ends the pause, if there is one. */
export const resume = counterMutation({
  args: { queueId: v.string() },
  returns: whatUndoTakes,
  handler: async (ctx, { queueId }) => {
    const queue = await queueRows.ensureOwnQueue(ctx, queueId);
    return await queueChanges.resume(ctx, queue, Date.now());
  },
});
