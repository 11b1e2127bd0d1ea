/** The desk: what staff do with the people in a queue, and what they see of it. */
import { v } from "convex/values";
import * as boards from "./data/board";
import * as calling from "./data/calling";
import * as edits from "./data/edits";
import { findInQueue } from "./data/board";
import * as historyRows from "./data/history";
import { keepTheCrowd, removeTheCrowd } from "./data/crowdMoves";
import { ensureOwnQueue } from "../queue/data/queues";
import { noteOwnNetwork } from "../queue/data/shopNetworks";
import { reorder } from "./data/reorder";
import { resetQueue } from "../line/data/closing";
import { queueStats, statsAnswer } from "../reports/data/stats";
import * as testTickets from "./data/testTickets";
import * as transfers from "./data/transfers";
import { moveOneBack as moveSkippedBack, undoAction } from "./data/undo";
import * as walkIns from "./data/walkIns";
import {
  counterMutation,
  counterQuery,
  keyedManagerMutation,
  managerQuery,
  repeatableCounterMutation,
} from "../functions";
import { mayTeachNetwork } from "../account/data/access";
import { callerIn } from "../base/services/caller";
import { readEmail } from "../mail/services/customerEmail";
import { actedOrRefused, ticketRow } from "../queue/rules/answers";
import { refuse } from "../base/rules/errors";
import { personArgs, personEdit } from "../queue/rules/person";
import { doneOr, doneWith, refused } from "../base/rules/refusals";
import { staffReasonValidator } from "../queue/rules/validators";

const ticketArgs = { ticketId: v.string() };
const queueArgs = { queueId: v.string() };
/** The chair to call to; absent: the caller's chair, or none. */
const chairArgs = { chairId: v.optional(v.string()) };
const crowdArgs = { ...queueArgs, crowdId: v.string() };
const moveOf = (kind: calling.StaffMove) =>
  counterMutation({
    args: ticketArgs,
    returns: actedOrRefused,
    handler: async (ctx, { ticketId }) =>
      await calling.moveByStaff(ctx, ticketId, kind, Date.now()),
  });

/** One queue as the desk works with it. */
export const board = counterQuery({
  args: queueArgs,
  returns: boards.boardAnswer,
  handler: async (ctx, { queueId }) =>
    await boards.board(ctx, await ensureOwnQueue(ctx, queueId)),
});

/** Figures of one queue, or of all for null. Sums only: the screen runs its own clock. */
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

/** Calls the first in line. Completes the person at the same chair, or the caller's previous customers (product.md T8). */
export const callNext = counterMutation({
  args: { ...queueArgs, ...chairArgs },
  returns: actedOrRefused,
  handler: async (ctx, { queueId, chairId = null }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await calling.callNext(ctx, queue, chairId, Date.now());
  },
});

/** Calls the first person of all queues that are not paused: the one who has waited longest. At a chair, only of its queues. */
export const callFirst = counterMutation({
  args: chairArgs,
  returns: actedOrRefused,
  handler: async (ctx, { chairId = null }) =>
    await calling.callFirst(ctx, chairId, Date.now()),
});

/** Calls this person out of turn. */
export const call = counterMutation({
  args: { ...ticketArgs, ...chairArgs },
  returns: actedOrRefused,
  handler: async (ctx, { ticketId, chairId = null }) =>
    await calling.callTicket(ctx, ticketId, chairId, Date.now()),
});

/** Skips the first in line, if it is still the one that the screen showed. */
export const skip = counterMutation({
  args: { ...queueArgs, expectedTicketId: v.string() },
  returns: actedOrRefused,
  handler: async (ctx, { queueId, expectedTicketId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await calling.skipFirst(ctx, queue, expectedTicketId, Date.now());
  },
});

/** Rings again for a called person. */
export const recall = moveOf("recall");
/** The person has come and is being served; or is done, if their caller has called others since (product.md T7). */
export const serve = moveOf("serve");
/** The person has been served. */
export const done = moveOf("complete");
/** The person did not come: two places back the first time, out the second. */
export const noShow = moveOf("noShow");
/** 'Was not here', right after a call completed them: a no-show that keeps its number. */
export const notHere = moveOf("notHere");
/** The customer says they were not served: puts them first in line, once. */
export const bringBack = moveOf("bringBack");
/** The customer says they were not served, and the desk takes no action. */
export const dismiss = moveOf("dismiss");
/** Back to the same place with the same number. */
export const returnToQueue = moveOf("returnToQueue");

/** Removes a person from the queue, with an optional reason. */
export const remove = counterMutation({
  args: { ...ticketArgs, reason: v.optional(staffReasonValidator) },
  returns: actedOrRefused,
  handler: async (ctx, { ticketId, reason }) =>
    await calling.moveByStaff(ctx, ticketId, "remove", Date.now(), reason),
});

/** 'Call Now' in the appointments list: puts a booking first in line, without calling. */
export const callNow = moveOf("callNow");
/** 'Here' on a booking: the person has come early and is in line at their booked time (product.md B4). */
export const checkIn = moveOf("checkIn");

/** Moves a person by 1 to 100 places. Negative numbers move towards the front. */
export const move = counterMutation({
  args: {
    ...ticketArgs,
    places: v.number(),
    reason: v.optional(staffReasonValidator),
  },
  returns: actedOrRefused,
  handler: async (ctx, { ticketId, places, reason }) =>
    await reorder(ctx, ticketId, places, reason, Date.now()),
});

/** Moves a person to another queue: same ticket, a number of that queue, the place by waiting time. */
export const transfer = counterMutation({
  args: { ...ticketArgs, queueId: v.string() },
  returns: v.union(actedOrRefused, refused("queueFull")),
  handler: async (ctx, { ticketId, queueId }) =>
    await transfers.transfer(ctx, ticketId, queueId, Date.now()),
});

/** Changes name, phone number, note, or an upcoming booking's mail address. Null or blank removes; omitted stays. */
export const edit = counterMutation({
  args: {
    ...{ ...ticketArgs, ...personEdit },
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
    return await edits.edit(ctx, ticketId, change, Date.now());
  },
});

/** Whether a ticket is likely one of the owner's tests. */
export const seemsTest = managerQuery({
  args: ticketArgs,
  returns: v.boolean(),
  handler: async (ctx, { ticketId }) =>
    await testTickets.seemsTest(ctx, ticketId),
});

/** Deletes a test ticket and its traces in the figures. Cannot be undone. */
export const removeTest = keyedManagerMutation({
  args: ticketArgs,
  returns: doneOr("customerMovedOn"),
  handler: async (ctx, { ticketId }) =>
    await testTickets.removeTest(ctx, ticketId, Date.now()),
});

/** Actions of the last day that had any, newest first; for undo. */
export const history = counterQuery({
  args: queueArgs,
  returns: historyRows.historyAnswer,
  handler: async (ctx, { queueId }) =>
    await historyRows.history(ctx, await ensureOwnQueue(ctx, queueId)),
});

/** Finds at most eight people by number, name or phone, best match first. For lines longer than desk.board shows. */
export const find = counterQuery({
  args: { ...queueArgs, asked: v.string() },
  returns: v.array(ticketRow),
  handler: async (ctx, { queueId, asked }) =>
    await findInQueue(ctx, await ensureOwnQueue(ctx, queueId), asked),
});

/** Adds a person without a phone. The plan's limit applies. */
export const addWalkIn = counterMutation({
  args: { ...queueArgs, ...personArgs },
  returns: doneWith(
    {
      ticketId: v.id("tickets"),
      number: v.number(),
      eventId: v.id("ticketEvents"),
    },
    "notTakingCustomers",
    "phoneInvalid",
    "queueFull",
  ),
  handler: async (ctx, { queueId, ...person }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await walkIns.addWalkIn(ctx, queue, person, Date.now());
  },
});

/** Removes the waiting people of suspicious joins. One action: undo puts them all back. */
export const removeCrowd = counterMutation({
  args: crowdArgs,
  returns: doneWith(
    {
      removed: v.number(),
      eventId: v.id("ticketEvents"),
    },
    "crowdGone",
  ),
  handler: async (ctx, { queueId, crowdId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await removeTheCrowd(ctx, queue, crowdId, Date.now());
  },
});

/** Confirms suspicious joins as customers. Their network is the shop's own from now on, unless staff confirm it (R5). */
export const keepCrowd = counterMutation({
  args: crowdArgs,
  returns: doneWith(
    {
      /** Null if it was confirmed before. */
      eventId: v.nullable(v.id("ticketEvents")),
    },
    "crowdGone",
  ),
  handler: async (ctx, { queueId, crowdId }) => {
    const queue = await ensureOwnQueue(ctx, queueId);
    return await keepTheCrowd(ctx, queue, crowdId, Date.now());
  },
});

/** The dashboard is open, so its network is the shop's own; not for staff, who may look from home. */
export const opened = repeatableCounterMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (!mayTeachNetwork(ctx)) return null;
    const { network } = await callerIn(ctx);
    await noteOwnNetwork(ctx, ctx.business._id, network, Date.now());
    return null;
  },
});

/** Undoes the newest action within ten seconds, or one of today that desk.history marks as undoable. Does not ring. */
export const undo = counterMutation({
  args: { eventId: v.string() },
  returns: doneOr("nothingToUndo"),
  handler: async (ctx, { eventId }) =>
    await undoAction(ctx, eventId, Date.now()),
});

/** After a Skip: undoes it within the limits of `undo`, and puts the person second in line. One action for undo. */
export const moveOneBack = counterMutation({
  args: { eventId: v.string() },
  returns: v.union(actedOrRefused, refused("nothingToUndo")),
  handler: async (ctx, { eventId }) =>
    await moveSkippedBack(ctx, eventId, Date.now()),
});

/** Ends every ticket of the queue, bookings too, and starts again at number 1. */
export const reset = keyedManagerMutation({
  args: queueArgs,
  returns: v.object({
    ok: v.literal(true),
    ended: v.number(),
    eventId: v.id("ticketEvents"),
  }),
  handler: async (ctx, { queueId }) =>
    await resetQueue(ctx, await ensureOwnQueue(ctx, queueId), Date.now()),
});
