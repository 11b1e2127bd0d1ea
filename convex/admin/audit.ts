/** Reads the audit log: admins search all of it, an owner sees what admins did to the business and who joined or left. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v } from "convex/values";
import { auditPage, emailOf, meantBy } from "./data/auditPages";
import { adminQuery, ownerQuery } from "../functions";
import {
  auditActionValidator,
  auditActorKind,
  auditFacts,
  teamActions,
} from "../audit/rules/entries";
import { boundedPage } from "../base/rules/pages";
import { findBusiness } from "../business/data/businesses";
import { namesInTeam } from "../business/data/members";

/** Most rows per page. */
const MAX_ROWS = 50;
/** No name, address or id is longer. */
const MAX_TEXT = 200;

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
      /** For a change in the team: the name of the person or tablet; the subject is the business. */
      name: v.nullable(v.string()),
    }),
  ),
  handler: async (ctx, { paginationOpts, ...wanted }) => {
    if (wanted.text.length > MAX_TEXT) return nothing;
    const asked = boundedPage(paginationOpts, MAX_ROWS);
    const found = await auditPage(ctx, wanted, asked);
    const page = await Promise.all(
      found.page.map(async ({ _id: eventId, actor, ...row }) => {
        const { at, action, businessId, before, after } = row;
        const by = { kind: actor.kind, email: await emailOf(ctx, actor) };
        const isOfTeam = teamActions.has(action) && businessId !== null;
        const name = isOfTeam ? row.subject : null;
        const subject = isOfTeam
          ? ((await findBusiness(ctx, businessId))?.name ?? "")
          : row.subject;
        return {
          ...{ eventId, at, by, action, businessId, subject, name },
          ...{ before, after },
        };
      }),
    );
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
    const isText = text.trim() !== "" && text.length <= MAX_TEXT;
    if (!isText) return { businesses: [], more: false };
    const { businesses, more } = await meantBy(ctx, text);
    return { businesses, more };
  },
});

/** What admins did to the caller's business, without naming the admin, and changes in its team, newest first. */
export const ofMine = ownerQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      ...eventFields,
      /** For a change in the team: the name of the person, and of who did it. */
      name: v.nullable(v.string()),
      by: v.nullable(v.string()),
    }),
  ),
  handler: async (ctx, { paginationOpts }) => {
    const asked = boundedPage(paginationOpts, MAX_ROWS);
    const { _id: businessId } = ctx.business;
    const all = { text: "", action: null, businessId, from: null, to: null };
    const found = await auditPage(
      ctx,
      all,
      asked,
      ({ actor, action }) => actor.kind === "admin" || teamActions.has(action),
    );
    const nameOf = namesInTeam(ctx, businessId);
    const page = [];
    for (const { _id: eventId, actor, subject, ...row } of found.page) {
      const { at, action, before, after } = row;
      const isOfTeam = teamActions.has(action);
      const name = isOfTeam ? subject : null;
      const by =
        isOfTeam && actor.userId !== null ? await nameOf(actor.userId) : null;
      page.push({ eventId, at, action, before, after, name, by });
    }
    return { ...found, page };
  },
});
