/** Deletes accounts: by their owner, and as an internal function for admins. The order of the steps: product.md A10. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { ensureOwner } from "../account/data/access";
import { checkoutOf } from "../billing/data/checkouts";
import { isLastAdmin } from "../account/data/admins";
import { accountOfUser } from "../account/data/endUser";
import { beginErasure, customerToForget, endErasure } from "./data/erase";
import { subscriptionOf } from "../billing/data/subscriptions";
import { endUnused } from "./data/unproven";
import { endPayments, lookForPayment } from "./services/endPayments";
import { checkPassword } from "../account/services/ownPassword";
import { NIGHT, withStripe, type Calls } from "../billing/services/stripeCalls";
import {
  internalAction,
  internalMutation,
  internalQuery,
  ownerAction,
} from "../functions";
import { deleteCustomer } from "../billing/services/stripeCustomers";
import { isRunning } from "../business/rules/standing";
import { eraser, isNameTyped, payingFacts, type Eraser } from "./rules/erasure";
import { must, refuse } from "../base/rules/errors";
import { doneOr } from "../base/rules/refusals";

const ended = doneOr("subscriptionNotEnded", "lastAdmin");
const endedByOwner = doneOr(
  "nameNotTyped",
  "passwordWrong",
  "lastAdmin",
  "subscriptionNotEnded",
);
const callerFacts = v.object({
  email: v.string(),
  name: v.string(),
  isLastAdmin: v.boolean(),
});

/** Deletes the caller's account and business, once the subscription is cancelled; resumable. @throws tooManyRequests */
export const ownAccount = ownerAction({
  args: {
    businessName: v.string(),
    password: v.string(),
    device: v.optional(v.string()),
  },
  returns: endedByOwner,
  handler: async (
    ctx,
    { businessName, password, device = null },
  ): Promise<Infer<typeof endedByOwner>> => {
    const facts: Infer<typeof callerFacts> = await ctx.runQuery(
      internal.privacy.erase.caller,
      {},
    );
    const { email, name } = facts;
    if (!isNameTyped(businessName, name)) return refuse("nameNotTyped");
    const checked = await checkPassword(ctx, { email, password, device });
    if (!checked.ok) return checked;
    if (facts.isLastAdmin) return refuse("lastAdmin");
    return await endAccount(ctx, ctx.owner.businessId, { by: "owner" });
  },
});

/** Cancels the business's payments, then ends its account. The caller checks permissions. */
export const business = internalAction({
  args: { businessId: v.id("businesses"), ...eraser },
  returns: ended,
  handler: async (ctx, { businessId, ...by }) =>
    await endAccount(ctx, businessId, by),
});

/** Ends a sign-up that nobody has used (product.md A15), unless Stripe knows of a payment or fails. */
export const signUp = internalAction({
  args: { signUpId: v.id("signUps"), businessId: v.id("businesses") },
  returns: v.null(),
  handler: async (ctx, { signUpId, businessId }) => {
    if (!(await lookForPayment(ctx, businessId))) return;
    await ctx.runMutation(internal.privacy.erase.endSignUp, { signUpId });
  },
});

export const endSignUp = internalMutation({
  args: { signUpId: v.id("signUps") },
  returns: v.null(),
  handler: async (ctx, { signUpId }) =>
    await endUnused(ctx, signUpId, Date.now()),
});

async function endAccount(
  ctx: Calls,
  businessId: Id<"businesses">,
  by: Eraser,
): Promise<Infer<typeof ended>> {
  const payments = await endPayments(ctx, businessId);
  if (!payments.ok) return payments;
  return await ctx.runMutation(internal.privacy.erase.begin, {
    businessId,
    ...by,
  });
}

/** The caller's own facts. @throws notSignedIn, or notAllowed for a user without a business */
export const caller = internalQuery({
  args: {},
  returns: callerFacts,
  handler: async (ctx) => {
    const { userId, business: own } = await ensureOwner(ctx);
    const account = must(await accountOfUser(ctx, userId), "own account");
    return {
      email: account.providerAccountId,
      name: own.name,
      isLastAdmin: await isLastAdmin(ctx, userId),
    };
  },
});

export const paying = internalQuery({
  args: { businessId: v.id("businesses") },
  returns: payingFacts,
  handler: async (ctx, { businessId }) => {
    const row = await subscriptionOf(ctx, businessId);
    return {
      customerId: row?.stripeCustomerId ?? null,
      sessionId: (await checkoutOf(ctx, businessId))?.sessionId ?? null,
      isRunning: isRunning(row?.paid ?? null),
    };
  },
});

/** Ends the account; the rows follow. */
export const begin = internalMutation({
  args: { businessId: v.id("businesses"), ...eraser },
  returns: doneOr("lastAdmin"),
  handler: async (ctx, { businessId, ...by }) =>
    await beginErasure(ctx, businessId, by, Date.now()),
});

/** The last step: deletes the Stripe customer, with anything bought since. Maintenance retries it. */
export const forgetCustomer = internalAction({
  args: { erasureId: v.id("erasures") },
  returns: v.null(),
  handler: async (ctx, { erasureId }) => {
    const customerId: string | null = await ctx.runQuery(
      internal.privacy.erase.customer,
      { erasureId },
    );
    if (customerId === null) return;
    const forgotten = await withStripe(
      NIGHT,
      "stripeUnavailable",
      async (stripe) => {
        await deleteCustomer(stripe, customerId);
        return { ok: true as const };
      },
    );
    if (forgotten.ok || forgotten.code === "paymentsOff")
      await ctx.runMutation(internal.privacy.erase.finish, { erasureId });
  },
});

/** The customer for forgetCustomer to delete. */
export const customer = internalQuery({
  args: { erasureId: v.id("erasures") },
  returns: v.nullable(v.string()),
  handler: async (ctx, { erasureId }) => await customerToForget(ctx, erasureId),
});

/** Nothing is left to do. */
export const finish = internalMutation({
  args: { erasureId: v.id("erasures") },
  returns: v.null(),
  handler: async (ctx, { erasureId }) => await endErasure(ctx, erasureId),
});
