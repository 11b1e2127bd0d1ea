/** The counter: what the owner does with the people in a queue, and what they see of it. */
import { v } from "convex/values";
import { board as loadBoard, boardAnswer } from "./data/board";
import {
  callNext as callFirst,
  callTicket,
  moveByStaff,
  skipFirst,
} from "./data/calling";
import { edit as editTicket } from "./data/edits";
import { findInQueue } from "./data/find";
import { history as queueHistory, historyAnswer } from "./data/history";
import { keepTheCrowd, removeTheCrowd } from "./data/crowdMoves";
import { noteOwnNetwork } from "../queue/data/shopNetworks";
import { ensureOwnQueue } from "../queue/data/queues";
import { reorder } from "./data/reorder";
import { resetQueue } from "../line/data/closing";
import { queueStats, statsAnswer } from "../reports/data/stats";
import { removeTest as removeTestTicket } from "./data/testTickets";
import { transfer as transferTicket } from "./data/transfers";
import { undoAction } from "./data/undo";
import { addWalkIn as addPerson } from "./data/walkIns";
import {
  counterMutation,
  counterQuery,
  repeatableCounterMutation,
} from "../functions";
import { callerOf } from "../base/services/caller";
import { readEmail } from "../mail/services/customerEmail";
import { actedOrRefused, ticketRow } from "../queue/rules/answers";
import { refuse } from "../base/rules/errors";
import { staffReasonValidator } from "../queue/rules/events";
import { doneOr, refused } from "../base/rules/refusals";

const ticketArgs = { ticketId: v.string() };

/** One queue as the counter works with it. */
export const board = counterQuery({
  args: { queueId: v.string() },
  returns: boardAnswer,
  handler: async (ctx, { queueId }) =>
    await loadBoard(ctx, await ensureOwnQueue(ctx, queueId)),
});

/** Figures of one queue, or of all of them for null; sums only, the screen ticks its own clock. */
export const stats = counterQuery({
  args: { queueId: v.nullable(v.string()) },
  returns: statsAnswer,
  handler: async (ctx, { queueId }) =>
    await queueStats(
      ctx,
      ctx.business,
      queueId === null ? null : await ensureOwnQueue(ctx, queueId),
    ),
});

/** Calls the first in line; completes the caller's previous customers if the business wants that. */
export const callNext = counterMutation({
  args: { queueId: v.string() },
  returns: actedOrRefused,
  handler: async (ctx, { queueId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await callFirst(ctx, queue, Date.now());
  },
});

/** Calls this person out of turn. */
export const call = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await callTicket(ctx, ticketId, Date.now()),
});

/** Skips the first in line, if it still is the one that the screen showed. */
export const skip = counterMutation({
  args: {
    queueId: v.string(),
    expectedTicketId: v.string(),
  },
  returns: actedOrRefused,
  handler: async (ctx, { queueId, expectedTicketId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await skipFirst(ctx, queue, expectedTicketId, Date.now());
  },
});

/** Rings again for somebody who was called. */
export const recall = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "recall", Date.now()),
});

/** The person has come and is being served. */
export const serve = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "serve", Date.now()),
});

/** The person has been served. */
export const done = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "complete", Date.now()),
});

/** The person did not come: two places back the first time, out the second. */
export const noShow = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "noShow", Date.now()),
});

/** 'Was not here', right after a call that has completed them: as a no-show, with their number. */
export const notHere = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "notHere", Date.now()),
});

/** Somebody says they were not served: two places behind the front, once. */
export const bringBack = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "bringBack", Date.now()),
});

/** Somebody says they were not served, and the desk leaves it at that. */
export const dismiss = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "dismiss", Date.now()),
});

/** Back to the same place with the same number. */
export const returnToQueue = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "returnToQueue", Date.now()),
});

/** Removes a person from the queue, and may say why. */
export const remove = counterMutation({
  args: { ...ticketArgs, reason: v.optional(staffReasonValidator) },
  returns: actedOrRefused,
  handler: async (ctx, { ticketId, reason }) =>
    await moveByStaff(ctx, ticketId, "remove", Date.now(), reason),
});

/** 'Call Now' of the appointments list: puts a booking into the line now; calls nobody. */
export const callNow = counterMutation({
  args: ticketArgs,
  returns: actedOrRefused,
  handler: async (ctx, { ticketId }) =>
    await moveByStaff(ctx, ticketId, "becomeDue", Date.now()),
});

/** Moves a person in the line by so many places (1 to 100, negative: nearer to the front), and says why. */
export const move = counterMutation({
  args: { ...ticketArgs, places: v.number(), reason: staffReasonValidator },
  returns: actedOrRefused,
  handler: async (ctx, { ticketId, places, reason }) =>
    await reorder(ctx, ticketId, places, reason, Date.now()),
});

/** Moves a person to another queue of the business: same ticket, a number of that queue, the place by the time since which they wait. */
export const transfer = counterMutation({
  args: { ...ticketArgs, queueId: v.string() },
  returns: v.union(actedOrRefused, refused("queueFull")),
  handler: async (ctx, { ticketId, queueId }) =>
    await transferTicket(ctx, ticketId, queueId, Date.now()),
});

/** Changes name, phone number, the desk's own note, or the address that a booking ahead is written to; null or blank removes, what is left out stays. */
export const edit = counterMutation({
  args: {
    ...ticketArgs,
    name: v.optional(v.nullable(v.string())),
    phone: v.optional(v.nullable(v.string())),
    note: v.optional(v.nullable(v.string())),
    email: v.optional(v.nullable(v.string())),
  },
  returns: v.union(
    actedOrRefused,
    refused("phoneInvalid", "invalidEmail", "notScheduled"),
  ),
  handler: async (ctx, { ticketId, email: typed, ...given }) => {
    const email = readEmail(typed ?? undefined);
    if (email === null) return refuse("invalidEmail");
    const change = { ...given, ...(typed !== undefined && { email }) };
    return await editTicket(ctx, ticketId, change, Date.now());
  },
});

/** Takes out a ticket that was only a test, without a trace in the figures. Cannot be undone. */
export const removeTest = counterMutation({
  args: ticketArgs,
  returns: doneOr("customerMovedOn"),
  handler: async (ctx, { ticketId }) =>
    await removeTestTicket(ctx, ticketId, Date.now()),
});

/** What was done here on the last day with any action, newest first: for undo. */
export const history = counterQuery({
  args: { queueId: v.string() },
  returns: historyAnswer,
  handler: async (ctx, { queueId }) =>
    await queueHistory(ctx, await ensureOwnQueue(ctx, queueId)),
});

/** People of the queue by number, name or phone, the likeliest first; eight at most. For lines longer than what desk.board has. */
export const find = counterQuery({
  args: { queueId: v.string(), asked: v.string() },
  returns: v.array(ticketRow),
  handler: async (ctx, { queueId, asked }) =>
    await findInQueue(ctx, await ensureOwnQueue(ctx, queueId), asked),
});

/** A person without a phone takes a ticket at the counter; the plan's limit holds for them too. */
export const addWalkIn = counterMutation({
  args: {
    queueId: v.string(),
    name: v.optional(v.string()),
    phone: v.optional(v.string()),
  },
  returns: v.union(
    v.object({
      ok: v.literal(true),
      ticketId: v.id("tickets"),
      number: v.number(),
      eventId: v.id("ticketEvents"),
    }),
    refused("notTakingCustomers", "phoneInvalid", "queueFull"),
  ),
  handler: async (ctx, { queueId, name, phone }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await addPerson(ctx, queue, { name, phone }, Date.now());
  },
});

/** Takes out everybody who waits of many that joined from one connection. One action: undo puts them all back. */
export const removeCrowd = counterMutation({
  args: { queueId: v.string(), crowdId: v.string() },
  returns: v.union(
    v.object({
      ok: v.literal(true),
      removed: v.number(),
      eventId: v.id("ticketEvents"),
    }),
    refused("crowdGone"),
  ),
  handler: async (ctx, { queueId, crowdId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await removeTheCrowd(ctx, queue, crowdId, Date.now());
  },
});

/** They are customers: their connection counts as the shop's own from now on. */
export const keepCrowd = counterMutation({
  args: { queueId: v.string(), crowdId: v.string() },
  returns: v.union(
    v.object({
      ok: v.literal(true),
      /** Null if it was said before. */
      eventId: v.nullable(v.id("ticketEvents")),
    }),
    refused("crowdGone"),
  ),
  handler: async (ctx, { queueId, crowdId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await keepTheCrowd(ctx, queue, crowdId, Date.now());
  },
});

/** The dashboard is open: the network that it is in is the shop's own. */
export const opened = repeatableCounterMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const { network } = await callerOf(ip);
    await noteOwnNetwork(ctx, ctx.business._id, network, Date.now());
    return null;
  },
});

/** Takes back the queue's newest action within ten seconds, or one of today's that desk.history says can be; rings nobody. */
export const undo = counterMutation({
  args: { eventId: v.string() },
  returns: doneOr("nothingToUndo"),
  handler: async (ctx, { eventId }) =>
    await undoAction(ctx, eventId, Date.now()),
});

/** Ends every ticket of the queue, bookings too, and starts again at number 1. */
export const reset = counterMutation({
  args: { queueId: v.string() },
  returns: v.object({
    ok: v.literal(true),
    ended: v.number(),
    eventId: v.id("ticketEvents"),
  }),
  handler: async (ctx, { queueId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await resetQueue(ctx, queue, Date.now());
  },
});
