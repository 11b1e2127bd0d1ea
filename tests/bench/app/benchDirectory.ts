/** Businesses in bulk that maintenance must list, each with an audit event. Only in the bench's copy of the product. */
import { internalMutationGeneric, type MutationBuilder } from "convex/server";
import { v } from "convex/values";
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;
const FIRST = ["Fade", "Golden", "Corner", "Harbour", "Old", "Little", "Royal"];
const SECOND = ["Barbers", "Nails"];
const PLANS = ["starter", "pro", "enterprise"] as const;
/** One event in this many is of the second kind: even the small directory has more than a page of them. */
const RARELY = 40;

/** Creates the businesses numbered from `from` on, each with its owner, its subscription and one admin action. */
export const plant = internalMutation({
  args: { from: v.number(), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { from, count }) => {
    const business = await ctx.db.query("businesses").first();
    const subscription = await ctx.db.query("subscriptions").first();
    if (!business || !subscription) throw new Error("There is none to clone.");
    const { _id, _creationTime, ...fields } = business;
    const { _id: id, _creationTime: time, ...paid } = subscription;
    const { ownerId: userId, email: by } = business;
    const actor = { kind: "admin" as const, userId, email: by };
    const at = Date.now();
    for (let n = from; n < from + count; n++) {
      const plan = PLANS[n % PLANS.length] ?? "starter";
      const email = `owner${n}@example.com`;
      const name = `${FIRST[n % FIRST.length]} ${SECOND[n % SECOND.length]} ${n}`;
      const ownerId = await ctx.db.insert("users", { email });
      const made = { ...fields, ownerId, email, name, plan };
      const businessId = await ctx.db.insert("businesses", made);
      await ctx.db.insert("subscriptions", { ...paid, businessId, plan });
      await ctx.db.insert("auditEvents", {
        ...{ at: at + n, actor, businessId, subject: name },
        action: n % RARELY === 0 ? "viewBegan" : "planGranted",
        ...{ before: null, after: { plan } },
      });
    }
    return null;
  },
});

/** Makes the directory look new, so that maintenance lists everything again. */
export const forgetListing = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for await (const { _id } of ctx.db.query("platformTotals"))
      await ctx.db.patch("platformTotals", _id, { listedUpTo: 0 });
    return null;
  },
});
export const isListed = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => {
    return (await ctx.db.query("platformTotals").first())?.listedUpTo === null;
  },
});
