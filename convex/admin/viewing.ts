/** View as owner, read-only (product.md O52). Its permissions are in account/data/access.ts. */
import { v } from "convex/values";
import {
  beginViewing,
  endViewing,
  recordViewing,
} from "../account/data/viewing";
import { adminMutation, internalMutation } from "../functions";
import { doneOr } from "../base/rules/refusals";

/** The caller's session sees this business from now on. */
export const begin = adminMutation({
  args: { businessId: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { businessId }) =>
    await beginViewing(ctx, ctx.admin.adminSession, businessId, Date.now()),
});

/** The caller's session sees its own business again. */
export const end = adminMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) =>
    await endViewing(ctx, ctx.admin.adminSession, Date.now()),
});

/** A portal session ended while it viewed a business. */
export const over = internalMutation({
  args: { userId: v.id("users"), businessId: v.id("businesses") },
  returns: v.null(),
  handler: async (ctx, ended) =>
    await recordViewing(ctx, "viewEnded", ended, Date.now()),
});
