/** Demo data, and emptying the database for tests. Refuses in production. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { hurryAdminSessions } from "../account/data/adminSessions";
import { emailProven } from "../account/data/accounts";
import { businessOf } from "../business/data/businesses";
import {
  demoBusiness,
  demoLines,
  plantBusiness,
  plantPresent,
} from "./data/shop";
import { plantDay, TICKET_DAYS } from "./data/history";
import { emptyDatabase } from "./data/emptying";
import * as escalation from "../messages/data/escalation";
import { grantPlan } from "../billing/data/subscriptions";
import { setUsed } from "../messages/data/smsQuota";
import * as lines from "../queue/data/lines";
import { noteWaitsAt } from "../queue/data/waits";
import { internalAction, internalMutation } from "../functions";
import { DEMO_ADMIN, DEMO_OWNER } from "./rules/logins";
import { environment } from "../base/services/env";
import { freshHash } from "../account/services/randomness";
import { ensureKind } from "../base/rules/deploymentKind";
import { must } from "../base/rules/errors";
import { planValidator } from "../base/rules/planValidators";

/** Nine weeks: a month in the reports, and the month before for comparison. */
const HISTORY_DAYS = 63;
/** Past days per transaction: a day with its tickets writes several hundred rows. */
const DAYS_AT_ONCE = 7;
const SEED = ["known", "seed"] as const;

/** Plants the demo barbershop on the first run, or finishes it. @returns lines to print: logins and the join path */
export const seedDemo = internalAction({
  args: {},
  returns: v.object({ lines: v.array(v.string()) }),
  handler: async (ctx): Promise<{ lines: string[] }> => {
    const { businessId, planted } = await ctx.runMutation(
      internal.demo.testing.plantShop,
      {
        ownerHash: await freshHash(DEMO_OWNER.password, SEED),
        adminHash: await freshHash(DEMO_ADMIN.password, SEED),
      },
    );
    // Oldest first, so that generations and days rise together.
    for (let ago = planted ? 0 : HISTORY_DAYS; ago >= 1;) {
      const days = ago > TICKET_DAYS ? DAYS_AT_ONCE : 1;
      const part = { daysAgo: ago, days };
      await ctx.runMutation(internal.demo.testing.plantPast, part);
      ago -= days;
    }
    if (!planted) await ctx.runMutation(internal.demo.testing.plantToday, {});
    return { lines: demoLines(businessId, environment().siteUrl) };
  },
});

/** Step one of seedDemo: accounts, business, queues. `planted` if an earlier run finished. */
export const plantShop = internalMutation({
  args: { ownerHash: v.string(), adminHash: v.string() },
  returns: v.object({ businessId: v.id("businesses"), planted: v.boolean() }),
  handler: async (ctx, hashes) => {
    ensureDemo();
    const planted = (await demoBusiness(ctx))?.isDemo === true;
    const businessId = await plantBusiness(ctx, hashes, Date.now());
    return { businessId, planted };
  },
});

/** Step two: past days from `daysAgo` on. */
export const plantPast = internalMutation({
  args: { daysAgo: v.number(), days: v.number() },
  returns: v.null(),
  handler: async (ctx, { daysAgo, days }) => {
    ensureDemo();
    const business = must(await demoBusiness(ctx), "demo business");
    for (let ago = daysAgo; ago > daysAgo - days; ago -= 1)
      await plantDay(ctx, business, ago, Date.now());
  },
});

/** Step three: the people who are there now. Only then is the shop marked as the demo. */
export const plantToday = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    ensureDemo();
    const business = must(await demoBusiness(ctx), "demo business");
    await plantPresent(ctx, business, Date.now());
  },
});

/** For tests of plan limits. */
export const setPlan = internalMutation({
  args: { businessId: v.id("businesses"), plan: planValidator },
  returns: v.null(),
  handler: async (ctx, { businessId, plan }) => {
    ensureDemo();
    const business = await businessOf(ctx, { businessId });
    await grantPlan(ctx, business, plan, "demo", Date.now());
  },
});

/** Marks the address of a business's owner as proven. For tests. */
export const proveEmail = internalMutation({
  args: { businessId: v.id("businesses") },
  returns: v.null(),
  handler: async (ctx, { businessId }) => {
    ensureDemo();
    const { ownerId } = await businessOf(ctx, { businessId });
    await emailProven(ctx, ownerId, Date.now());
  },
});

/** Sets how many texts a business has sent this month. For tests of the quota. */
export const setTextsUsed = internalMutation({
  args: { businessId: v.id("businesses"), used: v.number() },
  returns: v.null(),
  handler: async (ctx, { businessId, used }) => {
    ensureDemo();
    await setUsed(ctx, await businessOf(ctx, { businessId }), used, Date.now());
  },
});

/** Records waits as of some minutes ago. For tests that do not wait. */
export const noteWaits = internalMutation({
  args: { minutesAgo: v.array(v.number()) },
  returns: v.null(),
  handler: async (ctx, { minutesAgo }) => {
    ensureDemo();
    for (const ago of minutesAgo)
      await noteWaitsAt(ctx, Date.now() - ago * 60_000);
  },
});

/** Makes a business's newest alerts act as if they had begun earlier. For tests that do not wait. */
export const hurryAlerts = internalMutation({
  args: { businessId: v.id("businesses"), seconds: v.number() },
  returns: v.null(),
  handler: async (ctx, { businessId, seconds }) => {
    ensureDemo();
    await escalation.hurryAlerts(ctx, businessId, seconds * 1_000, Date.now());
  },
});

/** Makes all calls at a queue's counter look older. For tests that do not wait. */
export const hurryCalls = internalMutation({
  args: { queueId: v.id("queues"), seconds: v.number() },
  returns: v.null(),
  handler: async (ctx, { queueId, seconds }) => {
    ensureDemo();
    await lines.hurryCalls(
      ctx,
      await lines.lineOf(ctx, queueId),
      seconds * 1_000,
    );
  },
});

/** Makes an admin's last password entry look older; over an hour ends the portal's session. For tests. */
export const hurryAdmin = internalMutation({
  args: { userId: v.id("users"), seconds: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, seconds }) => {
    ensureDemo();
    await hurryAdminSessions(ctx, userId, seconds * 1_000, Date.now());
  },
});

/** Deletes every row, a batch at a time; `done` says whether nothing is left. Tests only. */
export const reset = internalMutation({
  args: {},
  returns: v.object({ done: v.boolean() }),
  handler: async (ctx) => {
    ensureKind(environment().deploymentKind, ["test"]);
    return { done: await emptyDatabase(ctx) };
  },
});

function ensureDemo(): void {
  ensureKind(environment().deploymentKind, ["demo", "test"]);
}
