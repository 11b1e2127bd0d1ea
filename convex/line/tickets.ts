/** What customers can do: join, see their ticket and the line, say they are coming, leave. */
import { v } from "convex/values";
import * as customers from "./data/ownTicket";
import { findLine } from "../queue/data/lines";
import { joinQueue, joinRefusals } from "./data/joining";
import { ownTicket, ownTicketAnswer } from "./data/ownTicket";
import { customerMutation, customerQuery, publicQuery } from "../functions";
import { callerIn } from "../base/services/caller";
import { explainedValidator } from "../queue/rules/explained";
import { waitFactsOf, waitFactsValidator } from "../queue/rules/lineState";
import { personArgs } from "../queue/rules/person";
import { doneOr, doneWith } from "../base/rules/refusals";
import { refuse } from "../base/rules/errors";

const CALLED_SHOWN = 20;

/** Takes a ticket now. The same secret again gives the same ticket. @throws invalidInput for a malformed secret */
export const join = customerMutation({
  args: {
    ...personArgs,
    queueId: v.string(),
    /** The key of reports/looks:look, if the device looked. */
    look: v.optional(v.string()),
  },
  returns: doneWith({ number: v.number() }, ...joinRefusals),
  handler: async (ctx, { queueId, look, ...person }) => {
    if (ctx.ticket !== null) {
      return { ok: true as const, number: ctx.ticket.number };
    }
    const caller = await callerIn(ctx);
    const wish = { queueId, look, person, secretHash: ctx.secretHash, caller };
    return await joinQueue(ctx, wish, Date.now());
  },
});

/** The ticket that belongs to this secret; null for any other secret. */
export const mine = customerQuery({
  args: {},
  returns: v.nullable(ownTicketAnswer),
  handler: async (ctx) =>
    ctx.ticket === null ? null : await ownTicket(ctx, ctx.ticket),
});

/** What everyone in a queue sees of it. No names, no ids; reads one row. */
export const line = publicQuery({
  args: { queueId: v.string() },
  returns: v.nullable(
    v.object({
      generation: v.number(),
      waiting: v.string(),
      waitingCount: v.number(),
      called: v.array(
        v.object({ number: v.number(), at: v.number(), serving: v.boolean() }),
      ),
      lastNumber: v.number(),
      currentNumber: v.number(),
      /** For queue/rules/waitEstimate, with the phone's clock and the business's hours. */
      ...waitFactsValidator.omit("atCounter").fields,
      /** Who is ahead of people who were there first, and why. */
      explained: v.array(explainedValidator),
      isActive: v.boolean(),
    }),
  ),
  handler: async (ctx, { queueId }) => {
    const found = await findLine(ctx, queueId);
    if (found === null) return null;
    const { state, isActive } = found;
    const { atCounter: _, ...facts } = waitFactsOf(found);
    return {
      generation: state.generation,
      waiting: state.waiting,
      waitingCount: state.waitingCount,
      called: state.called
        .slice(-CALLED_SHOWN)
        .map(({ number, at, serving }) => ({ number, at, serving })),
      lastNumber: state.lastNumber,
      currentNumber: state.pace.currentNumber,
      explained: state.explained ?? [],
      isActive,
      ...facts,
    };
  },
});

/** The customer gives up their place. */
export const leave = customerMutation({
  args: {},
  returns: doneOr("notFound", "alreadyEnded"),
  handler: async (ctx) =>
    ctx.ticket === null
      ? refuse("notFound")
      : await customers.leave(ctx, ctx.ticket, Date.now()),
});

/** "I'm on my way": stops the no-show clock. */
export const acknowledge = customerMutation({
  args: {},
  returns: doneOr("notFound", "notCalledNow"),
  handler: async (ctx) =>
    ctx.ticket === null
      ? refuse("notFound")
      : await customers.acknowledge(ctx, ctx.ticket, Date.now()),
});

/** Answers 'Were you served?' after the next call ended an unseen visit. "No" notifies the desk. */
export const wasServed = customerMutation({
  args: { served: v.boolean() },
  returns: doneOr("notFound", "notAsked"),
  handler: async (ctx, { served }) =>
    ctx.ticket === null
      ? refuse("notFound")
      : await customers.wasServed(ctx, ctx.ticket, served, Date.now()),
});
