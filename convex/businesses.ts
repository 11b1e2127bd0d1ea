/** What anybody may know about a business, and what its owner sets about joining and booking. Other changes come with the profile editor. */
import { v } from "convex/values";
import { findBusiness, saveRules } from "./data/businesses";
import { isSubscribed } from "./data/subscriptions";
import { internalQuery, ownerMutation, publicQuery } from "./functions";
import { operatingHoursValidator, specialDaysValidator } from "./model/hours";
import { noticeValidator } from "./model/notice";
import { doneOr } from "./model/refusals";
import { visitRuleProblems } from "./model/visitRules";
import { plans } from "./model/plans";

/** The business behind a join link; null if the link names none. It reads rows that change a few times a month: no call at the counter runs it again. */
export const publicProfile = publicQuery({
  args: { businessId: v.string() },
  returns: v.nullable(
    v.object({
      businessId: v.id("businesses"),
      name: v.string(),
      phone: v.nullable(v.string()),
      description: v.nullable(v.string()),
      logoUrl: v.nullable(v.string()),
      timezone: v.string(),
      operatingHours: operatingHoursValidator,
      specialDays: specialDaysValidator,
      walkInsOnlyWhenOpen: v.boolean(),
      almostAt: v.number(),
      slotMinutes: v.number(),
      demo: v.boolean(),
      /** 'Running late'; said until its `until` (model/notice minutesLate). */
      notice: v.nullable(noticeValidator),
      /** Whether newcomers may join: said before somebody fills in a form in vain. */
      takesCustomers: v.boolean(),
      /** Whether the plan sends texts: only then is a phone number asked for. */
      smsPossible: v.boolean(),
    }),
  ),
  handler: async (ctx, { businessId }) => {
    const business = await findBusiness(ctx, businessId);
    if (business === null) return null;
    return {
      businessId: business._id,
      name: business.name,
      phone: business.phone,
      description: business.description,
      logoUrl: business.logoUrl,
      timezone: business.timezone,
      operatingHours: business.operatingHours,
      specialDays: business.specialDays,
      walkInsOnlyWhenOpen: business.walkInsOnlyWhenOpen,
      almostAt: business.almostAt,
      slotMinutes: business.slotMinutes,
      demo: business.isDemo,
      notice: business.notice ?? null,
      takesCustomers: await isSubscribed(ctx, business._id),
      smsPossible: plans[business.plan].smsPerMonth > 0,
    };
  },
});

/** The same business in as few words as a link preview shows: for http.ts. */
export const preview = internalQuery({
  args: { businessId: v.string() },
  returns: v.nullable(
    v.object({
      businessId: v.id("businesses"),
      name: v.string(),
      description: v.nullable(v.string()),
      logoUrl: v.nullable(v.string()),
    }),
  ),
  handler: async (ctx, { businessId }) => {
    const business = await findBusiness(ctx, businessId);
    if (business === null) return null;
    const { _id, name, description, logoUrl } = business;
    return { businessId: _id, name, description, logoUrl };
  },
});

/** Days with hours of their own, whether walk-ins are taken outside hours, and when a turn is near. All of it at once, as the dialog has it. */
export const saveVisitRules = ownerMutation({
  args: {
    specialDays: specialDaysValidator,
    walkInsOnlyWhenOpen: v.boolean(),
    almostAt: v.number(),
  },
  returns: doneOr(...visitRuleProblems),
  handler: async (ctx, rules) => await saveRules(ctx, ctx.business, rules),
});
