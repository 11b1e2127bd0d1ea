/** The entries of the front page's forms, for admins, newest first. product.md O46. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { addressesPage, demoRequestsPage } from "./data/forms";
import { record } from "../audit/data/log";
import { adminMutation, adminQuery } from "../functions";
import { demoRequestValidator } from "./rules/forms";

export const demoRequests = adminQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      requestId: v.id("demoRequests"),
      at: v.number(),
      ...demoRequestValidator.fields,
    }),
  ),
  handler: async (ctx, { paginationOpts }) => {
    const found = await demoRequestsPage(ctx, paginationOpts);
    const page = found.page.map(
      ({ _id: requestId, _creationTime, ...row }) => ({ requestId, ...row }),
    );
    return { ...found, page };
  },
});

/** Newsletter addresses that are still on the list. */
export const addresses = adminQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      addressId: v.id("newsletterAddresses"),
      email: v.string(),
      at: v.number(),
    }),
  ),
  handler: async (ctx, { paginationOpts }) => {
    const found = await addressesPage(ctx, paginationOpts);
    const page = found.page.map(({ _id: addressId, email, at }) => ({
      ...{ addressId, email, at },
    }));
    return { ...found, page };
  },
});

/** Records that the caller is about to download a whole list. */
export const noteExport = adminMutation({
  args: { list: oneOf("demoRequests", "addresses") },
  returns: v.null(),
  handler: async (ctx, { list: subject }) => {
    const actor = { kind: "admin", userId: ctx.admin.userId } as const;
    const event = { actor, action: "visitorsExported", subject } as const;
    await record(ctx, { ...event, businessId: null }, Date.now());
  },
});
