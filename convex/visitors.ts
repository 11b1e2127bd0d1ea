/** What the forms of the front page have left, for admins: lists, newest first, a page at a time. How it comes in: demos.ts. product.md O46. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { addressesPage, demoRequestsPage } from "./data/demos";
import { adminQuery } from "./functions";
import { demoRequestValidator } from "./model/demos";

/** Requests for a demo. */
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

/** Addresses for the newsletter that were not taken off again. */
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
      addressId,
      email,
      at,
    }));
    return { ...found, page };
  },
});
