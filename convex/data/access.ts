/**
 * Who is calling: each function loads and returns what it checked. A token
 * alone is not enough; its session must still be there, so that signing out
 * or being removed takes effect with the next call and not when the token
 * runs out.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appError } from "../model/errors";
import { ownEmail } from "./accounts";
import { adminSessionOf } from "./adminSessions";
import { isAdmin } from "./admins";
import { businessOfOwner } from "./businesses";
import { currentSession } from "./sessions";
import { isSubscribed } from "./subscriptions";

/** Somebody who is signed in. */
export type User = { userId: Id<"users"> };
/** The signed-in owner of a business. */
export type Owner = User & { business: Doc<"businesses"> };
/** Somebody who may work at a business's counter. */
export type Staff = User & { business: Doc<"businesses"> };
/** An admin in the portal. */
export type Admin = User & {
  email: string;
  adminSession: Doc<"adminSessions">;
};
/** Where somebody is at work at the counter: a mutation's ctx after ensureCounter. */
export type CounterCtx = MutationCtx & Staff;

/** The signed-in user, or null. */
export async function currentUser(
  ctx: Pick<QueryCtx, "auth" | "db">,
): Promise<Id<"users"> | null> {
  return (await currentSession(ctx))?.userId ?? null;
}

/** @throws notSignedIn */
export async function ensureUser(ctx: QueryCtx): Promise<User> {
  const userId = await currentUser(ctx);
  if (userId === null) throw appError("notSignedIn");
  return { userId };
}

/** @throws notSignedIn, or notAllowed for a user without a business */
export async function ensureOwner(ctx: QueryCtx): Promise<Owner> {
  const { userId } = await ensureUser(ctx);
  const business = await businessOfOwner(ctx, userId);
  if (business === null) throw appError("notAllowed");
  return { userId, business };
}

/**
 * Who may work at a counter: the business's owner. Staff log-ins change this and nothing else (product.md D10).
 * @throws notSignedIn, or notAllowed for a user without a business
 */
export async function ensureCounter(ctx: QueryCtx): Promise<Staff> {
  return await ensureOwner(ctx);
}

/** @throws notSignedIn, notAllowed for a user without a business, notSubscribed */
export async function ensureSubscriber(ctx: QueryCtx): Promise<Owner> {
  const owner = await ensureOwner(ctx);
  if (!(await isSubscribed(ctx, owner.business._id))) {
    throw appError("notSubscribed");
  }
  return owner;
}

/**
 * A platform admin in a session of the portal (product.md O1, O10).
 * @param now null in queries, which know no time: there the session is over when its row is gone
 * @throws notSignedIn, notAllowed for who is no admin, adminSessionEnded, secondFactorNeeded
 */
export async function ensureAdmin(
  ctx: QueryCtx,
  now: number | null,
): Promise<Admin> {
  const session = await currentSession(ctx);
  if (session === null) throw appError("notSignedIn");
  const { userId, _id: sessionId } = session;
  if (!(await isAdmin(ctx, userId))) throw appError("notAllowed");
  const adminSession = await adminSessionOf(ctx, sessionId);
  const isOver = now !== null && (adminSession?.until ?? 0) <= now;
  if (adminSession === null || isOver) throw appError("adminSessionEnded");
  if (adminSession.needsSecondFactor) throw appError("secondFactorNeeded");
  return { userId, email: await ownEmail(ctx, userId), adminSession };
}

/**
 * An admin who has given their password within the last minutes.
 * @throws confirmFirst, and what ensureAdmin throws
 */
export async function ensureConfirmed(
  ctx: QueryCtx,
  now: number,
): Promise<Admin> {
  const admin = await ensureAdmin(ctx, now);
  if (admin.adminSession.confirmedUntil <= now) throw appError("confirmFirst");
  return admin;
}
