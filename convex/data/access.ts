/**
 * Who is calling: each function loads and returns what it checked. A token
 * alone is not enough; its session must still be there, so that signing out
 * or being removed takes effect with the next call and not when the token
 * runs out.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appError } from "../model/errors";
import { businessOfOwner } from "./businesses";
import { currentSession } from "./sessions";
import { isSubscribed } from "./subscriptions";

/** Somebody who is signed in. */
export type User = { userId: Id<"users"> };
/** The signed-in owner of a business. */
export type Owner = User & { business: Doc<"businesses"> };
/** Somebody who may work at a business's counter. */
export type Staff = User & { business: Doc<"businesses"> };
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

/** @throws notSignedIn or notAllowed */
export async function ensureAdmin(ctx: QueryCtx): Promise<User> {
  const { userId } = await ensureUser(ctx);
  if (!(await isAdmin(ctx, userId))) throw appError("notAllowed");
  return { userId };
}

/** Whether the user has been made a platform admin. Read on each call: a role taken away is gone at once. */
export async function isAdmin(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
): Promise<boolean> {
  const row = await ctx.db
    .query("admins")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
  return row !== null;
}
