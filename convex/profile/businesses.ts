/** The public data of a business, and the owner's settings. The logo is in files.ts. */
import { pick } from "convex-helpers";
import { v } from "convex/values";
import {
  findBusiness,
  saveSettings,
  settingsOf,
} from "../business/data/businesses";
import { logoUrlOf } from "../business/data/logos";
import { businessBehind } from "../business/data/shortAddresses";
import { endNotice, sayLate } from "../queue/data/notices";
import { isSubscribed } from "../billing/data/subscriptions";
import { hasSender } from "../messages/data/smsSettings";
import {
  counterMutation,
  internalQuery,
  managerMutation,
  managerQuery,
  publicQuery,
} from "../functions";
import { environment } from "../base/services/env";
import { shopClockOf } from "../base/rules/clock";
import { shopClockFields } from "../base/rules/clockValidators";
import { doneOr } from "../base/rules/refusals";
import { plans } from "../base/rules/plans";
import { settingsProblems } from "../business/rules/settings";
import {
  chairWordValidator,
  noticeValidator,
  settingsValidator,
} from "../business/rules/validators";

/** The settings that everybody with the link sees. */
const PUBLIC = [
  ...(["name", "phone", "description", "slotMinutes", "almostAt"] as const),
  ...(["operatingHours", "specialDays", "walkInsOnlyWhenOpen"] as const),
] as const;

/** Null for an unknown link. Reads rows that rarely change, so desk actions do not rerun it. */
export const publicProfile = publicQuery({
  args: { businessId: v.string() },
  returns: v.nullable(
    v.object({
      businessId: v.id("businesses"),
      ...settingsValidator.pick(...PUBLIC).fields,
      ...shopClockFields,
      logoUrl: v.nullable(v.string()),
      /** What its places are called. */
      chairWord: chairWordValidator,
      demo: v.boolean(),
      /** 'Running late'; shown until its `until` (business/rules/notice minutesLate). */
      notice: v.nullable(noticeValidator),
      /** So that the page can say so before the form. */
      takesCustomers: v.boolean(),
      /** Whether the plan includes texts and somebody can send them; only then the page asks for a phone number. */
      smsPossible: v.boolean(),
      /** Whether e-mail is set up; only then the page asks for an address. */
      mailPossible: v.boolean(),
    }),
  ),
  handler: async (ctx, { businessId }) => {
    const business = await findBusiness(ctx, businessId);
    if (business === null) return null;
    return {
      businessId: business._id,
      ...pick(business, [...PUBLIC]),
      ...shopClockOf(business),
      logoUrl: await logoUrlOf(ctx, business),
      chairWord: business.chairWord ?? "chair",
      demo: business.isDemo,
      notice: business.notice ?? null,
      takesCustomers: await isSubscribed(ctx, business._id),
      smsPossible:
        plans[business.plan].smsPerMonth > 0 &&
        (await hasSender(ctx, business._id, environment())),
      mailPossible: environment().mail !== null,
    };
  },
});

/** For a link preview; used by http.ts. */
export const preview = internalQuery({
  args: {
    link: v.union(
      v.object({ businessId: v.string() }),
      v.object({ typed: v.string() }),
    ),
  },
  returns: v.nullable(
    v.object({
      businessId: v.id("businesses"),
      name: v.string(),
      description: v.nullable(v.string()),
      logoUrl: v.nullable(v.string()),
    }),
  ),
  handler: async (ctx, { link }) => {
    const business =
      "typed" in link
        ? await businessBehind(ctx, link.typed)
        : await findBusiness(ctx, link.businessId);
    if (business === null) return null;
    const { _id, name, description } = business;
    const logoUrl = await logoUrlOf(ctx, business);
    return { businessId: _id, name, description, logoUrl };
  },
});

export const profile = managerQuery({
  args: {},
  returns: v.object({
    businessId: v.id("businesses"),
    settings: settingsValidator,
    logoUrl: v.nullable(v.string()),
    notice: v.nullable(noticeValidator),
  }),
  handler: async (ctx) => ({
    businessId: ctx.business._id,
    settings: settingsOf(ctx.business),
    logoUrl: await logoUrlOf(ctx, ctx.business),
    notice: ctx.business.notice ?? null,
  }),
});

/** Saves the whole form. @param base the form's initial values: unchanged fields keep their current value */
export const saveProfile = managerMutation({
  args: { ...settingsValidator.fields, base: v.optional(settingsValidator) },
  returns: doneOr(...settingsProblems),
  handler: async (ctx, { base, ...settings }) =>
    await saveSettings(ctx, ctx.business, settings, Date.now(), base),
});

/** Shows everyone who waits that the shop is late by `minutes`, for `lasts` minutes. */
export const setNotice = counterMutation({
  args: { minutes: v.number(), lasts: v.number() },
  returns: v.null(),
  handler: async (ctx, given) => {
    await sayLate(ctx, ctx.business, given, Date.now());
    return null;
  },
});

/** The shop is no longer late. */
export const clearNotice = counterMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await endNotice(ctx, ctx.business);
    return null;
  },
});
