/** The board on a shop's wall (product.md S18). */
import { v } from "convex/values";
import { findBusiness } from "../business/data/businesses";
import { boardAnswer, publicBoard } from "./data/display";
import { publicQuery } from "../functions";

/** Calls and queues of a business as everybody in its room sees them; null if the link names none. Numbers, and initials where the owner has said so. */
export const board = publicQuery({
  args: { businessId: v.string() },
  returns: v.nullable(boardAnswer),
  handler: async (ctx, { businessId }) => {
    const business = await findBusiness(ctx, businessId);
    return business === null ? null : await publicBoard(ctx, business);
  },
});
