/** What anybody may know about a business. Its owner's changes come with the profile editor. */
import { v } from "convex/values";
import { findBusiness } from "./data/businesses";
import { isSubscribed } from "./data/subscriptions";
import { publicQuery } from "./functions";
import { operatingHoursValidator, specialDaysValidator } from "./model/hours";
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
      takesCustomers: await isSubscribed(ctx, business._id),
      smsPossible: plans[business.plan].smsPerMonth > 0,
    };
  },
});
