/** A shop's short address, `/j/{slug}` (product.md F8). */
import { v } from "convex/values";
import {
  addressesOf,
  businessBehind,
  changeAddress,
  makeAddress,
} from "../business/data/shortAddresses";
import { doneOr } from "../base/rules/refusals";
import { managerQuery, publicQuery, subscriberMutation } from "../functions";

/** The business behind a typed address; null for an unknown one. @param typed what stands after `/j/`, as typed */
export const behind = publicQuery({
  args: { typed: v.string() },
  returns: v.nullable(v.id("businesses")),
  handler: async (ctx, { typed }) =>
    (await businessBehind(ctx, typed))?._id ?? null,
});

/** Null before the first one is made. `earlier` ones still lead to the shop. */
export const own = managerQuery({
  args: {},
  returns: v.nullable(
    v.object({ current: v.string(), earlier: v.array(v.string()) }),
  ),
  handler: async (ctx) => {
    const rows = await addressesOf(ctx, ctx.business._id);
    const current = rows.find(({ isCurrent }) => isCurrent);
    if (current === undefined) return null;
    const earlier = rows.filter(({ isCurrent }) => !isCurrent);
    return { current: current.slug, earlier: earlier.map(({ slug }) => slug) };
  },
});

/** Makes the first one from the shop's name, unless there is one. Returns whether the shop has one now. */
export const make = subscriberMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await makeAddress(ctx, ctx.business, Date.now()),
});

/** Makes the slug of this text the current address. */
export const change = subscriberMutation({
  args: { wanted: v.string() },
  returns: doneOr(
    "addressInvalid",
    "addressTaken",
    "addressesUsedUp",
    "tooManyRequests",
  ),
  handler: async (ctx, { wanted }) =>
    await changeAddress(ctx, ctx.business, wanted, Date.now()),
});
