/** The people of a shop: their names, roles, and their end (product.md R1 to R4). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Staff } from "../../account/data/access";
import { isAdmin } from "../../account/data/admins";
import { endUser } from "../../account/data/endUser";
import { record } from "../../audit/data/log";
import type { TeamAction } from "../../audit/rules/entries";
import { takeFromAll } from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import { cleanText } from "../../base/rules/names";
import { roleChangesPerBusiness } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { businessOfOwner } from "../../business/data/businesses";
import { memberOf, membersOf } from "../../business/data/members";
import {
  MAX_PERSON_NAME,
  mayManage,
  personKey,
  type GivenRole,
  type Role,
} from "../../business/rules/roles";
import { freeChair } from "../../queue/data/chairs";
import { invitationsOf } from "./invitations";

type Member = Doc<"members">;
/** Somebody who works in the shop. An owner without a name has no row. */
export type Person = {
  userId: Id<"users">;
  role: Role;
  name: string | null;
  row: Member | null;
};

export const personNameProblems = [
  "personNameEmpty",
  "personNameTooLong",
  "personNameTaken",
] as const;

/** Everybody, the owner first. */
export async function peopleOf(
  ctx: QueryCtx,
  { _id: businessId, ownerId }: Doc<"businesses">,
): Promise<Person[]> {
  const rows = await membersOf(ctx, businessId);
  const own = rows.find(({ userId }) => userId === ownerId) ?? null;
  const owner = { userId: ownerId, role: "owner", row: own } as const;
  return [
    { ...owner, name: own?.name ?? null },
    ...rows
      .filter((row) => row !== own)
      .map((row) => ({
        userId: row.userId,
        role: row.role,
        name: row.name,
        row,
      })),
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
  ctx: QueryCtx & Staff,
  userId: string,
): Promise<Person> {
  const people = await peopleOf(ctx, ctx.business);
  const person = people.find((one) => one.userId === userId);
  if (person === undefined) throw appError("notFound");
  return person;
}

/** The same, whose role is below the caller's. @throws notFound, notAllowed */
export async function ensureBelow(
  ctx: QueryCtx & Staff,
  userId: string,
): Promise<Person & { role: GivenRole; row: Member }> {
  const person = await ensureColleague(ctx, userId);
  const { role, row } = person;
  if (role === "owner" || row === null || !mayManage(ctx.role, role)) {
    throw appError("notAllowed");
  }
  return { ...person, role, row };
}

/** A name that nobody else in the shop has, and no open invitation. */
export async function checkPersonName(
  ctx: QueryCtx,
  business: Doc<"businesses">,
  typed: string,
  except: { userId?: Id<"users">; email?: string } = {},
): Promise<
  { ok: true; name: string } | Refused<(typeof personNameProblems)[number]>
> {
  const whole = cleanText(typed, MAX_PERSON_NAME + 1);
  if (whole === null) return refuse("personNameEmpty");
  const name = cleanText(typed, MAX_PERSON_NAME);
  if (name === null || name !== whole) {
    return refuse("personNameTooLong", { max: MAX_PERSON_NAME });
  }
  const people = await peopleOf(ctx, business);
  const invitations = await invitationsOf(ctx, business._id);
  const others = [
    ...people.filter(({ userId }) => userId !== except.userId),
    ...invitations.filter(({ email }) => email !== except.email),
  ];
  const isTaken = others.some(
    (one) => one.name !== null && personKey(one.name) === personKey(name),
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
  const { row } = await ensureBelow(ctx, userId);
  if (!mayManage(ctx.role, role)) throw appError("notAllowed");
  if (row.role === role) return;
  const bucket = `roles:${ctx.business._id}`;
  const wait = await takeFromAll(ctx, [[bucket, roleChangesPerBusiness]], now);
  if (wait !== null) throw appError("tooManyRequests", wait);
  await ctx.db.patch("members", row._id, { role });
  await recordPerson(
    ctx,
    "memberRoleChanged",
    row,
    { before: { role: row.role }, after: { role } },
    now,
  );
}

/** Ends a person's access at once. Their name stays for the record of what they did. */
export async function removePerson(
  ctx: MutationCtx & Staff,
  row: Member,
  now: number,
): Promise<void> {
  await ctx.db.patch("members", row._id, {
    removedAt: now,
    pinHash: undefined,
  });
  await recordPerson(
    ctx,
    "memberRemoved",
    row,
    { before: { role: row.role }, after: null },
    now,
  );
  await freeChair(ctx, row.businessId, row.userId, now);
  await endAccount(ctx, row.userId);
}

/** Deletes the account unless it is needed elsewhere: for an own shop, or the portal. */
export async function endAccount(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  if ((await ctx.db.get("users", userId)) === null) return;
  if ((await businessOfOwner(ctx, userId)) !== null) return;
  if (await isAdmin(ctx, userId)) return;
  await endUser(ctx, userId);
}

export async function recordPerson(
  ctx: MutationCtx & Pick<Staff, "userId" | "business" | "role">,
  action: TeamAction,
  { name }: { name: string },
  { before, after }: Pick<Parameters<typeof record>[1], "before" | "after">,
  now: number,
): Promise<void> {
  const actor = { kind: ctx.role, userId: ctx.userId } as const;
  const { _id: businessId } = ctx.business;
  const event = { actor, action, businessId, subject: name, before, after };
  await record(ctx, event, now);
}

/** The shop where a user cannot join another: their own, or the one they work in. */
export async function boundTo(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<"hasOwnShop" | "worksElsewhere" | null> {
  if ((await businessOfOwner(ctx, userId)) !== null) return "hasOwnShop";
  return (await memberOf(ctx, userId)) === null ? null : "worksElsewhere";
}

/** Sets whether staff see masked phone numbers. */
export async function setCoversPhones(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  covers: boolean,
): Promise<void> {
  const coversPhones = covers ? (true as const) : undefined;
  await ctx.db.patch("businesses", businessId, { coversPhones });
}
