/** The display on a shop's wall (product.md TV1). */
import { v } from "convex/values";
import { findBusiness } from "../business/data/businesses";
import { boardAnswer, publicBoard } from "./data/display";
import { publicQuery } from "../functions";

/** Calls and queues of a business; null for an unknown link. */
export const board = publicQuery({
  args: { businessId: v.string() },
  returns: v.nullable(boardAnswer),
  handler: async (ctx, { businessId }) => {
    const business = await findBusiness(ctx, businessId);
    return business === null ? null : await publicBoard(ctx, business);
  },
});
