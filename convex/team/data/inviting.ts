/** Invites people to a shop, and lets them in (product.md R2). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Staff } from "../../account/data/access";
import { emailProven } from "../../account/data/accounts";
import { ensureTokens } from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import { KEPT_MS } from "../../base/rules/kept";
import { plans } from "../../base/rules/plans";
import {
  invitationsPerAddress,
  invitationsPerAddressOfAll,
  invitationsPerBusiness,
} from "../../base/rules/rateLimit";
import { clientSecretHash } from "../../base/rules/secrets";
import { findBusiness } from "../../business/data/businesses";
import { ensureOwn } from "../../business/data/ownRow";
import { mayManage, type GivenRole } from "../../business/rules/roles";
import {
  checkPersonName,
  emailsOf,
  invitationsOf,
  peopleOf,
  recordPerson,
} from "./people";
import { rowBy } from "../../base/data/rowBy";

type Invitation = Doc<"invitations">;

/** Stores an invitation. One for the same address is replaced: its link ends. @throws notAllowed, tooManyRequests */
export async function keepInvitation(
  ctx: MutationCtx & Staff,
  given: {
    email: string;
    name: string;
    role: GivenRole;
    secretHash: string;
    isMailed: boolean;
  },
  now: number,
) {
  const { business } = ctx;
  const { email, role, secretHash, isMailed } = given;
  const { _id: businessId, plan } = business;
  if (!mayManage(ctx.role, role)) throw appError("notAllowed");
  const people = await peopleOf(ctx, business);
  const emails = await emailsOf(ctx, people);
  if (emails.includes(email)) return refuse("inTeam");
  const open = await invitationsOf(ctx, businessId);
  const earlier = open.find((one) => one.email === email);
  if (earlier !== undefined && !mayManage(ctx.role, earlier.role)) {
    throw appError("notAllowed");
  }
  const checked = await checkPersonName(ctx, business, given.name, { email });
  if (!checked.ok) return checked;
  const { name } = checked;
  const others = open.filter(
    (one) => one !== earlier && one.expiresAt > now,
  ).length;
  const limit = plans[plan].teamLimit;
  if (people.length + others >= limit) return refuse("teamFull", { limit });
  await ensureTokens(
    ctx,
    now,
    [`invitations:${businessId}`, invitationsPerBusiness],
    [`invitations:${businessId}:${email}`, invitationsPerAddress],
    [`invitations:${email}`, invitationsPerAddressOfAll],
  );
  if (earlier !== undefined) await ctx.db.delete("invitations", earlier._id);
  const expiresAt = now + KEPT_MS.invitations;
  const its = { businessId, email, name, role };
  await ctx.db.insert("invitations", {
    ...{ ...its, secretHash, isMailed, expiresAt, invitedBy: ctx.userId },
  });
  // Without the address, which goes with the invitation (product.md U10).
  await recordPerson(ctx, "memberInvited", its, now, { after: { role } });
  return { ok: true as const, shop: business.name, name };
}

/** Withdraws an invitation to a role below the caller's. @throws notFound, notAllowed */
export async function revokeInvitation(
  ctx: MutationCtx & Staff,
  invitationId: string,
): Promise<void> {
  const row = await ensureOwn(ctx, "invitations", invitationId);
  if (!mayManage(ctx.role, row.role)) throw appError("notAllowed");
  await ctx.db.delete("invitations", row._id);
}

const invitationBy = rowBy("invitations", "secretHash");

/** The invitation that a link's secret opens, late ones too; null for none. */
export async function invitationFor(ctx: QueryCtx, secret: string) {
  const secretHash = await clientSecretHash(secret);
  return secretHash === null ? null : await invitationBy(ctx, secretHash);
}

/** The shop of an open invitation, if its plan has room for one more. */
export async function roomFor(
  ctx: MutationCtx,
  row: Invitation | null,
  now: number,
) {
  if (row === null || row.expiresAt <= now) return refuse("invitationGone");
  const business = await findBusiness(ctx, row.businessId);
  if (business === null) return refuse("invitationGone");
  const limit = plans[business.plan].teamLimit;
  const { length } = await peopleOf(ctx, business);
  if (length >= limit) return refuse("teamFull", { limit });
  return { ok: true as const, row, business };
}

/** Lets a user in, and ends the invitation. The caller checked room, address and other shops. */
export async function joinTeam(
  ctx: MutationCtx,
  { row, business }: { row: Invitation; business: Doc<"businesses"> },
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const { businessId, role, name } = row;
  await ctx.db.insert("members", {
    ...{ businessId, userId, role, name, removedAt: null },
  });
  await ctx.db.delete("invitations", row._id);
  if (row.isMailed) await emailProven(ctx, userId, now);
  const joined = { ...ctx, userId, business, role };
  await recordPerson(joined, "memberJoined", row, now, { after: { role } });
}
