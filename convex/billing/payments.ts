/** Payments. Always asks Stripe for the current state: neither an event nor a browser decides what a business has. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import {
  syncSubscription,
  customerOf,
  forOwner,
  knownCustomer,
  NIGHT,
  payingCustomer,
  WEBHOOK,
  withStripe,
  type Calls,
} from "./services/stripeCalls";
import { internalAction, ownerAction, type ActingOwner } from "../functions";
import { environment } from "../base/services/env";
import {
  createCheckout,
  currentSubscription,
  expireCheckout,
  findCheckout,
  listInvoices,
  portalUrl,
  type StripeLink,
} from "./services/stripe";
import {
  cancelSubscription,
  customerOfCharge,
} from "./services/stripeCustomers";
import { changePlan, previewChange } from "./services/stripePlans";
import {
  isGivenUp,
  isRunning,
  stateByStripe,
  subscriptionState,
  type SubscriptionFacts,
} from "../business/rules/standing";
import { checkoutWish } from "./rules/checkoutWish";
import { planRank, type SoldPlan } from "../base/rules/plans";
import { soldPlanValidator } from "../base/rules/planValidators";
import { ownPath } from "../base/rules/ownPath";
import { doneOr, doneWith } from "../base/rules/refusals";
import { refuse } from "../base/rules/errors";

const CUSTOMERS_A_TURN = 50;
const TURN_MS = 60_000;

const wishValidator = v.object({
  plan: soldPlanValidator,
  successPath: v.string(),
  cancelPath: v.string(),
});
const checkoutRefusals = [
  "paymentsOff",
  "checkoutFailed",
  "alreadySubscribed",
] as const;
const checkoutAnswer = doneWith(
  { url: v.string(), sessionId: v.string() },
  ...checkoutRefusals,
);
const confirmRefusals = [
  "paymentsOff",
  "paymentNotStarted",
  "notYourPayment",
] as const;
const confirmAnswer = doneWith(
  {
    state: subscriptionState,
    customerId: v.string(),
  },
  ...confirmRefusals,
);

/** The payment page for a plan; a double click gets the same one. Refused if the business has paid already. */
export const startCheckout = ownerAction({
  args: { plan: soldPlanValidator, returnPath: v.optional(v.string()) },
  returns: doneWith({ url: v.string() }, ...checkoutRefusals),
  handler: async (ctx, { plan, returnPath }) => {
    const wish = checkoutWish(plan, returnPath);
    const made = await openCheckout(ctx, ctx.owner, wish);
    return made.ok ? { ok: true as const, url: made.url } : made;
  },
});

/** Raises the subscription and charges the difference, or returns the payment page. Refused with the bank's page: M11. */
export const upgrade = ownerAction({
  args: { plan: soldPlanValidator },
  returns: doneWith(
    { url: v.optional(v.string()) },
    "upgradeFailed",
    "cardDeclined",
    "bankAsks",
    ...checkoutRefusals,
  ),
  handler: async (ctx, { plan }) =>
    await sellTo(ctx, ctx.owner, "upgradeFailed", async (stripe) => {
      const customerId = await customerOf(ctx, stripe, ctx.owner);
      const paid = await syncSubscription(ctx, stripe, customerId);
      if (!isInOrder(paid)) {
        const successPath = "/subscription-success";
        const wish = { plan, successPath, cancelPath: "/dashboard" };
        const made = await openCheckout(ctx, ctx.owner, wish);
        return made.ok ? { ok: true as const, url: made.url } : made;
      }
      if (!isBelow(paid, plan)) return { ok: true as const };
      const changed = await changePlan(stripe, paid.subscriptionId, plan);
      if (changed.ok) await syncSubscription(ctx, stripe, customerId);
      return changed;
    }),
});

/** What `upgrade` would do now: charge `due` (in the currency's smallest unit); null: lead to the payment page. */
export const previewUpgrade = ownerAction({
  args: { plan: soldPlanValidator },
  returns: doneWith(
    {
      due: v.nullable(v.object({ amount: v.number(), currency: v.string() })),
    },
    "paymentsOff",
    "upgradeFailed",
    "alreadySubscribed",
  ),
  handler: async (ctx, { plan }) =>
    await sellTo(ctx, ctx.owner, "upgradeFailed", async (stripe) => {
      const customerId = await knownCustomer(ctx, ctx.owner.businessId);
      if (customerId === null) return { ok: true as const, due: null };
      const paid = await currentSubscription(stripe, customerId);
      if (!isInOrder(paid))
        return isRunning(paid) && !isGivenUp(paid)
          ? refuse("alreadySubscribed")
          : { ok: true as const, due: null };
      if (!isBelow(paid, plan)) return refuse("upgradeFailed");
      const { subscriptionId } = paid;
      const due = await previewChange(stripe, customerId, subscriptionId, plan);
      return due === null
        ? refuse("upgradeFailed")
        : { ok: true as const, due };
    }),
});

/** Returns the page for changing the card, cancelling and resuming. `from`: our page that it leads back to. */
export const openPortal = ownerAction({
  args: { from: v.optional(v.string()) },
  returns: doneWith(
    { url: v.string() },
    "paymentsOff",
    "paymentNotStarted",
    "noSubscription",
  ),
  handler: async (ctx, { from }) =>
    await forOwner(
      ctx,
      ctx.owner,
      "paymentNotStarted",
      async (stripe, site) => {
        const customerId = await knownCustomer(ctx, ctx.owner.businessId);
        if (customerId === null) return refuse("noSubscription");
        const back = `${site}${ownPath(from) ?? "/dashboard"}`;
        const url = await portalUrl(stripe, customerId, back);
        return { ok: true as const, url };
      },
    ),
});

/** The newest invoices first; amounts in the currency's smallest unit. */
export const invoices = ownerAction({
  args: {},
  returns: doneWith(
    {
      invoices: v.array(
        v.object({
          number: v.nullable(v.string()),
          at: v.number(),
          total: v.number(),
          currency: v.string(),
          status: v.nullable(v.string()),
          url: v.nullable(v.string()),
        }),
      ),
    },
    "paymentsOff",
    "stripeUnavailable",
  ),
  handler: async (ctx) =>
    await forOwner(ctx, ctx.owner, "stripeUnavailable", async (stripe) => {
      const customerId = await knownCustomer(ctx, ctx.owner.businessId);
      if (customerId === null) return { ok: true as const, invoices: [] };
      const list = await listInvoices(stripe, customerId);
      return { ok: true as const, invoices: list };
    }),
});

/** Confirms a payment for the page after it. Stripe says whose it is and what it bought. */
export const confirmCheckout = ownerAction({
  args: { sessionId: v.string() },
  returns: doneWith({ state: subscriptionState }, ...confirmRefusals),
  handler: async (ctx, { sessionId }) => {
    const confirmed = await confirm(ctx, ctx.owner, sessionId);
    if (!confirmed.ok) return confirmed;
    return { ok: true as const, state: confirmed.state };
  },
});

/** startCheckout for http.ts, with the caller's paths. */
export const checkout = internalAction({
  args: { wish: wishValidator },
  returns: checkoutAnswer,
  handler: async (ctx, { wish }): Promise<Infer<typeof checkoutAnswer>> => {
    const owner = await ctx.runQuery(internal.account.current.owner, {});
    return await openCheckout(ctx, owner, wish);
  },
});

/** confirmCheckout for http.ts. */
export const confirmed = internalAction({
  args: { sessionId: v.string() },
  returns: confirmAnswer,
  handler: async (ctx, { sessionId }): Promise<Infer<typeof confirmAnswer>> => {
    const owner = await ctx.runQuery(internal.account.current.owner, {});
    return await confirm(ctx, owner, sessionId);
  },
});

/** Handles a Stripe event. If refused, Stripe should send it again. */
export const receiveEvent = internalAction({
  args: {
    eventId: v.string(),
    type: v.string(),
    customerId: v.nullable(v.string()),
    chargeId: v.nullable(v.string()),
  },
  returns: doneOr("paymentsOff", "stripeUnavailable"),
  handler: async (ctx, { eventId, type, customerId, chargeId }) =>
    await withStripe(WEBHOOK, "stripeUnavailable", async (stripe) => {
      const customer =
        customerId ??
        (chargeId === null ? null : await customerOfCharge(stripe, chargeId));
      if (customer !== null)
        await syncSubscription(ctx, stripe, customer, { eventId, type });
      return { ok: true as const };
    }),
});

/** Asks about every customer, to make up for lost events. `failed`: how many could not be asked. */
export const reconcile = internalAction({
  args: { after: v.optional(v.string()) },
  returns: v.object({ asked: v.number(), failed: v.number() }),
  handler: async (ctx, { after = "" }) => {
    const customers: string[] = await ctx.runQuery(
      internal.billing.subscriptions.customers,
      { after, count: CUSTOMERS_A_TURN },
    );
    // Scheduled first, so that a failure in this turn cannot stop the next.
    const last = customers[CUSTOMERS_A_TURN - 1];
    if (last !== undefined) {
      const { reconcile } = internal.billing.payments;
      await ctx.scheduler.runAfter(TURN_MS, reconcile, { after: last });
    }
    let failed = 0;
    const broken: unknown[] = [];
    for (const customerId of customers) {
      const asked = await withStripe(
        NIGHT,
        "stripeUnavailable",
        async (stripe) => {
          await syncSubscription(ctx, stripe, customerId);
          return { ok: true as const };
        },
      ).catch((error: unknown) => {
        broken.push(error);
        return { ok: false as const };
      });
      if (!asked.ok) failed += 1;
    }
    // One failing customer does not stop the others.
    if (broken.length > 0) throw new Error(String(broken[0]));
    return { asked: customers.length, failed };
  },
});

/** forOwner for sales; refuses where nothing is sold (product.md P7). */
const sellTo: typeof forOwner = async (...call) =>
  environment().sellsPlans ? await forOwner(...call) : refuse("paymentsOff");

async function openCheckout(
  ctx: Calls,
  owner: ActingOwner,
  wish: Infer<typeof wishValidator>,
): Promise<Infer<typeof checkoutAnswer>> {
  return await sellTo(ctx, owner, "checkoutFailed", async (stripe, site) => {
    const { businessId, userId } = owner;
    const customerId = await payingCustomer(ctx, stripe, owner);
    const args = { businessId, ...wish };
    let begun = await beginAttempt(ctx, stripe, { ...args, over: null });
    // Ask Stripe, because the event of a payment may still be on its way.
    const paid = await syncSubscription(ctx, stripe, customerId);
    if (isRunning(paid)) {
      if (!isGivenUp(paid)) return refuse("alreadySubscribed");
      // First, because paying its old bill would bring it back beside the new one.
      await cancelSubscription(stripe, paid.subscriptionId);
    }
    if (begun.sessionId !== null) {
      const known = await findCheckout(stripe, begun.sessionId);
      // A payment for an earlier Stripe customer would not reach this business.
      const isTheirs = known?.customerId === customerId;
      if (isTheirs && known.isOpen && known.url !== null) {
        const { url, sessionId } = known;
        return { ok: true as const, url, sessionId };
      }
      begun = await beginAttempt(ctx, stripe, { ...args, over: begun.attempt });
    }
    const { attempt } = begun;
    const { plan, successPath, cancelPath } = wish;
    const { sessionId, url } = await createCheckout(stripe, {
      customerId,
      userId,
      plan,
      attempt,
      successUrl: `${site}${withSession(successPath, plan)}`,
      cancelUrl: `${site}${cancelPath}`,
    });
    const saved: boolean = await ctx.runMutation(
      internal.billing.subscriptions.saveCheckout,
      { businessId, attempt, sessionId },
    );
    // Another plan was chosen in the meantime. The two checkouts must not both be paid.
    if (!saved) await expireCheckout(stripe, sessionId);
    if (!saved || url === null) return refuse("checkoutFailed");
    return { ok: true as const, url, sessionId };
  });
}

async function beginAttempt(
  ctx: Calls,
  stripe: StripeLink,
  args: (typeof internal.billing.subscriptions.beginCheckout)["_args"],
) {
  const begun = await ctx.runMutation(
    internal.billing.subscriptions.beginCheckout,
    args,
  );
  if (begun.replaced !== null) await expireCheckout(stripe, begun.replaced);
  return begun;
}

async function confirm(
  ctx: Calls,
  owner: ActingOwner,
  sessionId: string,
): Promise<Infer<typeof confirmAnswer>> {
  const { userId, businessId } = owner;
  return await forOwner(ctx, owner, "paymentNotStarted", async (stripe) => {
    const customerId = await knownCustomer(ctx, businessId);
    const found = await findCheckout(stripe, sessionId);
    const isTheirs =
      found?.userId === userId && found.customerId === customerId;
    if (!isTheirs || customerId === null) return refuse("notYourPayment");
    await syncSubscription(ctx, stripe, customerId);
    const state = await ctx.runQuery(internal.billing.subscriptions.state, {
      businessId,
    });
    return { ok: true as const, state, customerId };
  });
}

/** Stripe replaces the braces with the checkout's id. Drops the fragment, which would swallow the query. */
function withSession(path: string, plan: string): string {
  const [page = ""] = path.split("#", 1);
  const glue = page.includes("?") ? "&" : "?";
  return `${page}${glue}session_id={CHECKOUT_SESSION_ID}&plan=${plan}`;
}

/** Paying for an upgrade would hide that an older bill is open (product.md M6). */
function isInOrder(paid: SubscriptionFacts | null): paid is SubscriptionFacts {
  return stateByStripe(paid) === "active";
}

function isBelow({ plan }: SubscriptionFacts, wanted: SoldPlan): boolean {
  return plan === null || planRank(plan) < planRank(wanted);
}
