/** Reads the audit log: admins search all of it, an owner sees what admins did to the business. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { auditPage, byAdmins, meantBy } from "./data/auditPages";
import { adminQuery, ownerQuery } from "../functions";
import {
  auditActionValidator,
  auditActorKind,
  auditFacts,
} from "../audit/rules/entries";
import { boundedPage } from "../base/rules/pages";

/** Most rows per page. */
const MOST_ROWS = 50;
/** No name, address or id is longer. */
const MOST_TEXT = 200;

const nothing = { page: [], isDone: true, continueCursor: "" };
/** What owners and admins get of an event. */
const eventFields = {
  eventId: v.id("auditEvents"),
  at: v.number(),
  action: auditActionValidator,
  before: v.nullable(auditFacts),
  after: v.nullable(auditFacts),
};

/** Newest first; empty for a text that is too long. @throws invalidInput */
export const search = adminQuery({
  args: {
    text: v.string(),
    action: v.nullable(auditActionValidator),
    businessId: v.nullable(v.string()),
    from: v.nullable(v.number()),
    to: v.nullable(v.number()),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(
    v.object({
      ...eventFields,
      by: v.object({ kind: auditActorKind, email: v.nullable(v.string()) }),
      businessId: v.nullable(v.id("businesses")),
      subject: v.string(),
    }),
  ),
  handler: async (ctx, { paginationOpts, ...wanted }) => {
    if (wanted.text.length > MOST_TEXT) return nothing;
    const asked = boundedPage(paginationOpts, MOST_ROWS);
    const found = await auditPage(ctx, wanted, asked);
    const page = found.page.map(({ _id: eventId, actor, ...row }) => {
      const { at, action, businessId, subject, before, after } = row;
      const by = { kind: actor.kind, email: actor.email };
      return { eventId, at, by, action, businessId, subject, before, after };
    });
    return { ...found, page };
  },
});

/** The businesses that a text matches in `search`. `more`: there are too many to include all. */
export const meant = adminQuery({
  args: { text: v.string() },
  returns: v.object({
    businesses: v.array(
      v.object({
        businessId: v.id("businesses"),
        name: v.nullable(v.string()),
      }),
    ),
    more: v.boolean(),
  }),
  handler: async (ctx, { text }) => {
    const isText = text.trim() !== "" && text.length <= MOST_TEXT;
    if (!isText) return { businesses: [], more: false };
    const { businesses, more } = await meantBy(ctx, text);
    return { businesses, more };
  },
});

/** What admins did to the caller's business, newest first, without naming the admin. */
export const ofMine = ownerQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object(eventFields)),
  handler: async (ctx, { paginationOpts }) => {
    const asked = boundedPage(paginationOpts, MOST_ROWS);
    const found = await byAdmins(ctx, ctx.business._id, asked);
    const page = found.page.map(
      ({ _id: eventId, at, action, before, after }) => ({
        ...{ eventId, at, action, before, after },
      }),
    );
    return { ...found, page };
  },
});
