/** The people of a shop: their names and roles, and removing them (product.md R1 to R4). */
import { pick } from "convex-helpers";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Staff } from "../../account/data/access";
import { isAdmin } from "../../account/data/admins";
import { endUser } from "../../account/data/endUser";
import { blankAddress, record, type Recorded } from "../../audit/data/log";
import type { TeamAction } from "../../audit/rules/entries";
import { ensureTokens } from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import { maxPeople } from "../../base/rules/plans";
import { roleChangesPerBusiness } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { isSameName, nameProblems, readName } from "../../base/rules/shortName";
import { businessOfOwner } from "../../business/data/businesses";
import { memberOf, membersOf } from "../../business/data/members";
import {
  MAX_PERSON_NAME,
  may,
  mayManage,
  type GivenRole,
  type Role,
} from "../../business/rules/roles";
import { freeChair } from "../../queue/data/chairs";
import { rowsBy } from "../../base/data/rowBy";

type Member = Doc<"members">;
/** Somebody who works in the shop. An owner without a name has no row. */
export type Person = {
  userId: Id<"users">;
  role: Role;
  name: string | null;
  row: Member | null;
};

export const personNameProblems = [...nameProblems, "personNameTaken"] as const;

/** Everybody, the owner first. */
export async function peopleOf(
  ctx: QueryCtx,
  { _id: businessId, ownerId }: Doc<"businesses">,
): Promise<Person[]> {
  const rows = await membersOf(ctx, businessId);
  const own = rows.find(({ userId }) => userId === ownerId) ?? null;
  const owner = { userId: ownerId, role: "owner", row: own } as const;
  const others = rows.filter((row) => row !== own);
  return [
    { ...owner, name: own?.name ?? null },
    ...others.map((row) => ({ ...pick(row, ["userId", "role", "name"]), row })),
  ];
}

/** The addresses with which people sign in, in their order; null for an account without one. */
export async function emailsOf(
  ctx: QueryCtx,
  people: readonly Pick<Person, "userId">[],
): Promise<(string | null)[]> {
  return await Promise.all(
    people.map(
      async ({ userId }) => (await ctx.db.get("users", userId))?.email ?? null,
    ),
  );
}

/** Somebody of the caller's shop. @throws notFound */
export async function ensureColleague(
  ctx: QueryCtx & Pick<Staff, "business">,
  userId: string,
): Promise<Person> {
  const people = await peopleOf(ctx, ctx.business);
  const person = people.find((one) => one.userId === userId);
  if (person === undefined) throw appError("notFound");
  return person;
}

/** The row of a colleague whose role is below the caller's. @throws notFound, notAllowed */
export async function ensureBelow(
  ctx: QueryCtx & Staff,
  userId: string,
): Promise<Member & { role: GivenRole }> {
  const { row, role } = await ensureColleague(ctx, userId);
  if (!mayManage(ctx.role, role)) throw appError("notAllowed");
  // Guard untested: only an owner has no row; the check is for the type.
  if (row === null) throw appError("notAllowed");
  return { ...row, role };
}

/** The caller, or a colleague whose role is below theirs. @throws notFound, notAllowed */
export async function ensureSelfOrBelow(ctx: QueryCtx & Staff, userId: string) {
  if (userId !== ctx.userId) await ensureBelow(ctx, userId);
  return await ensureColleague(ctx, userId);
}

/** A name that no one else in the shop and no open invitation has. */
export async function checkPersonName(
  ctx: QueryCtx,
  business: Doc<"businesses">,
  typed: string,
  except: { userId?: Id<"users">; email?: string },
): Promise<
  { ok: true; name: string } | Refused<(typeof personNameProblems)[number]>
> {
  const read = readName(typed, MAX_PERSON_NAME);
  if (!read.ok) return read;
  const { name } = read;
  const people = await peopleOf(ctx, business);
  const invitations = await invitationsOf(ctx, business._id);
  const others = [
    ...people.filter(({ userId }) => userId !== except.userId),
    ...invitations.filter(({ email }) => email !== except.email),
  ];
  const isTaken = others.some(
    (one) => one.name !== null && isSameName(one.name, name),
  );
  return isTaken ? refuse("personNameTaken") : { ok: true, name };
}

/** Sets the name of a person. An owner gets their row here. */
export async function rename(
  ctx: MutationCtx & Staff,
  { userId, row }: Person,
  typed: string,
) {
  const checked = await checkPersonName(ctx, ctx.business, typed, { userId });
  if (!checked.ok) return checked;
  const { name } = checked;
  if (row === null) {
    const { _id: businessId } = ctx.business;
    const owner = { businessId, userId, role: "owner", name } as const;
    await ctx.db.insert("members", { ...owner, removedAt: null });
  } else if (row.name !== name) {
    await ctx.db.patch("members", row._id, { name });
  }
  return { ok: true as const };
}

/** Gives a person another role. @throws tooManyRequests; notAllowed for a role that the caller may not give */
export async function changeRole(
  ctx: MutationCtx & Staff,
  userId: string,
  role: GivenRole,
  now: number,
): Promise<void> {
  const row = await ensureBelow(ctx, userId);
  if (!mayManage(ctx.role, role)) throw appError("notAllowed");
  if (row.role === role) return;
  await countChange(ctx, now);
  if (!may(role, "manageShop")) await endInvitationsOf(ctx, row);
  await ctx.db.patch("members", row._id, { role });
  const change = { before: { role: row.role }, after: { role } };
  await recordPerson(ctx, "memberRoleChanged", row, now, change);
}

/** Counts a change of another person's role or PIN: each leaves a record. @throws tooManyRequests */
export async function countChange(ctx: MutationCtx & Staff, now: number) {
  const key = `roles:${ctx.business._id}`;
  await ensureTokens(ctx, now, [key, roleChangesPerBusiness]);
}

/** Ends a person's access at once. Their name stays for the record of what they did. */
export async function removePerson(
  ctx: MutationCtx & Staff,
  row: Member,
  now: number,
): Promise<void> {
  const gone = { removedAt: now, pinHash: undefined };
  await ctx.db.patch("members", row._id, gone);
  const change = { before: { role: row.role }, after: null };
  await recordPerson(ctx, "memberRemoved", row, now, change);
  await endInvitationsOf(ctx, row);
  await freeChair(ctx, row.businessId, row.userId, now);
  await endAccount(ctx, row.userId);
}

/** Rows of a former admin that one transaction blanks. */
const EVENTS_A_BATCH = 1_000;

/** Deletes the account unless it is needed elsewhere: for an own shop, or the portal. */
export async function endAccount(ctx: MutationCtx, userId: Id<"users">) {
  const user = await ctx.db.get("users", userId);
  if (user === null) return;
  if ((await businessOfOwner(ctx, userId)) !== null) return;
  if (await isAdmin(ctx, userId)) return;
  const { email } = user;
  await blankInLog(ctx, { userId, ...(email !== undefined && { email }) });
  await endUser(ctx, userId);
}

/** Blanks a deleted user's addresses in the audit log, batch after batch. */
export async function blankInLog(
  ctx: MutationCtx,
  who: Parameters<typeof blankAddress>[1],
): Promise<void> {
  const rows = await blankAddress(ctx, who, EVENTS_A_BATCH);
  if (rows < EVENTS_A_BATCH) return;
  // Without the address: arguments of jobs stay for days.
  const { userId } = who;
  await ctx.scheduler.runAfter(0, internal.team.people.blank, { userId });
}

export async function recordPerson(
  ctx: MutationCtx & Pick<Staff, "userId" | "business" | "role">,
  action: TeamAction,
  { name: subject }: { name: string },
  now: number,
  change: Pick<Recorded, "before" | "after"> = {},
): Promise<void> {
  const actor = { kind: ctx.role, userId: ctx.userId } as const;
  const { _id: businessId } = ctx.business;
  await record(ctx, { actor, action, businessId, subject, ...change }, now);
}

/** The shop where a user cannot join another: their own, or the one they work in. */
export async function boundTo(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<"hasOwnShop" | "worksElsewhere" | null> {
  if ((await businessOfOwner(ctx, userId)) !== null) return "hasOwnShop";
  return (await memberOf(ctx, userId)) === null ? null : "worksElsewhere";
}

/** The open invitations of a shop, oldest first, late ones too until maintenance deletes them. */
export const invitationsOf = rowsBy("invitations", "businessId", maxPeople);

/** Ends the open invitations that a person sent: one may be to themselves, under another address. */
export async function endInvitationsOf(
  ctx: MutationCtx,
  { businessId, userId }: Pick<Member, "businessId" | "userId">,
): Promise<void> {
  for (const { _id, invitedBy } of await invitationsOf(ctx, businessId))
    if (invitedBy === userId) await ctx.db.delete("invitations", _id);
}
