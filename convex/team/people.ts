/** The people of a shop. product.md R1 to R5 */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Staff } from "../account/data/access";
import {
  internalAction,
  internalMutation,
  internalQuery,
  managerMutation,
  managerQuery,
  personMutation,
} from "../functions";
import { environment } from "../base/services/env";
import { appError } from "../base/rules/errors";
import { plans } from "../base/rules/plans";
import { doneOr } from "../base/rules/refusals";
import { mayManage } from "../business/rules/roles";
import { findBusiness, setOption } from "../business/data/businesses";
import { memberOf, membersOf } from "../business/data/members";
import { sendMail } from "../mail/services/mails";
import {
  blankInLog,
  changeRole as giveRole,
  emailsOf,
  ensureBelow,
  ensureSelfOrBelow,
  invitationsOf,
  peopleOf,
  personNameProblems,
  removePerson,
  rename as setName,
} from "./data/people";
import { endTabletsOf } from "./data/tablets";
import { joinedMail } from "./rules/mails";
import {
  givenRoleValidator,
  roleValidator,
} from "../business/rules/validators";

/** Mails the owner who joined since then, if anybody. */
export const tellJoined = internalAction({
  args: { businessId: v.id("businesses"), since: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { mail, siteUrl } = environment();
    if (mail === null) return;
    const found: Infer<typeof joined> = await ctx.runQuery(
      internal.team.people.joinedSince,
      args,
    );
    if (found === null) return;
    const { to, ...letter } = found;
    const url = `${siteUrl}/team`;
    await sendMail(ctx, mail, to, joinedMail({ ...letter, url }));
  },
});

const joined = v.nullable(
  v.object({
    to: v.string(),
    shop: v.string(),
    people: v.array(v.object({ name: v.string(), role: roleValidator })),
  }),
);
export const joinedSince = internalQuery({
  args: { businessId: v.id("businesses"), since: v.number() },
  returns: joined,
  handler: async (ctx, { businessId, since }) => {
    const business = await findBusiness(ctx, businessId);
    const people = (await membersOf(ctx, businessId))
      .filter((row) => row.role !== "owner" && row._creationTime >= since)
      .map(({ name, role }) => ({ name, role }));
    if (business === null || people.length === 0) return null;
    return { to: business.email, shop: business.name, people };
  },
});

/** The next batch of `blankInLog`. */
export const blank = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, who) => await blankInLog(ctx, who),
});

/** Everyone who works in the shop, the owner first, and its open invitations. */
export const list = managerQuery({
  args: {},
  returns: v.object({
    people: v.array(
      v.object({
        personId: v.id("users"),
        /** Null for an owner without a name. */
        name: v.nullable(v.string()),
        email: v.nullable(v.string()),
        role: roleValidator,
        isYou: v.boolean(),
        /** For the shop's tablets. */
        hasPin: v.boolean(),
        /** The caller may change the role and remove them. */
        mayManage: v.boolean(),
      }),
    ),
    invitations: v.array(
      v.object({
        invitationId: v.id("invitations"),
        name: v.string(),
        email: v.string(),
        role: givenRoleValidator,
        /** Later, the link no longer works. */
        expiresAt: v.number(),
        mayManage: v.boolean(),
      }),
    ),
    /** The plan's limit for people and invitations together. */
    limit: v.number(),
    /** Whether this server mails invitations; otherwise the inviter passes the link on. */
    sendsMail: v.boolean(),
    /** Staff see masked phone numbers. */
    coversPhones: v.boolean(),
  }),
  handler: async (ctx) => {
    const { business, role: own } = ctx;
    const people = await peopleOf(ctx, business);
    const emails = await emailsOf(ctx, people);
    const invitations = await invitationsOf(ctx, business._id);
    return {
      people: people.map(({ userId, name, role, row }, index) => ({
        ...{ personId: userId, name, role },
        email: emails[index] ?? null,
        isYou: userId === ctx.userId,
        hasPin: row?.pinHash !== undefined,
        mayManage: mayManage(own, role),
      })),
      invitations: invitations.map(({ _id, name, email, role, expiresAt }) => ({
        ...{ invitationId: _id, name, email, role, expiresAt },
        mayManage: mayManage(own, role),
      })),
      limit: plans[business.plan].teamLimit,
      sendsMail: environment().mail !== null,
      coversPhones: business.coversPhones ?? false,
    };
  },
});

/** Sets a name: the caller's own, or that of someone with a lower role. @throws notFound, notAllowed */
export const rename = personMutation({
  args: { personId: v.string(), name: v.string() },
  returns: doneOr(...personNameProblems),
  handler: async (ctx, { personId, name }) =>
    await setName(ctx, await ensureSelfOrBelow(ctx, personId), name),
});

/** @throws notFound, tooManyRequests, notAllowed for a person or a role that is not below the caller's */
export const changeRole = managerMutation({
  args: { personId: v.string(), role: givenRoleValidator },
  returns: v.null(),
  handler: async (ctx, { personId, role }) =>
    await giveRole(ctx, personId, role, Date.now()),
});

/** Ends a person's access and account at once. @throws notFound, notAllowed */
export const remove = managerMutation({
  args: { personId: v.string() },
  returns: v.null(),
  handler: async (ctx, { personId }) =>
    await end(ctx, await ensureBelow(ctx, personId)),
});

/** The caller leaves the shop, as if removed. @throws notAllowed for the owner */
export const leave = personMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const row = await memberOf(ctx, ctx.userId);
    if (ctx.role === "owner") throw appError("notAllowed");
    // Guard untested: only an owner has no row; the check is for the type.
    if (row === null) throw appError("notAllowed");
    await end(ctx, row);
  },
});

async function end(ctx: MutationCtx & Staff, row: Doc<"members">) {
  const now = Date.now();
  await endTabletsOf(ctx, row, now);
  await removePerson(ctx, row, now);
}

/** Whether staff see full phone numbers. */
export const coverPhones = managerMutation({
  args: { covers: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { covers }) =>
    await setOption(ctx, { coversPhones: covers || undefined }),
});
