/** What anybody may know about a business. Its owner's changes come with the profile editor. */
import { v } from "convex/values";
import { findBusiness } from "./data/businesses";
import { publicQuery } from "./functions";
import { operatingHoursValidator } from "./model/hours";

/** The business behind a join link; null if the link names none. */
export const publicProfile = publicQuery({
  args: { businessId: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      businessId: v.id("businesses"),
      name: v.string(),
      phone: v.union(v.null(), v.string()),
      description: v.union(v.null(), v.string()),
      logoUrl: v.union(v.null(), v.string()),
      timezone: v.string(),
      operatingHours: operatingHoursValidator,
      slotMinutes: v.number(),
      demo: v.boolean(),
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
      slotMinutes: business.slotMinutes,
      demo: business.isDemo,
    };
  },
});
