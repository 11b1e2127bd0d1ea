/** Access checks: each returns what it checked. The token's session must exist, so signing out works at once. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../base/rules/errors";
import { isProven, ownEmail } from "./accounts";
import { adminSessionOf } from "./adminSessions";
import { isAdmin } from "./admins";
import { businessOfOwner } from "../../business/data/businesses";
import { arePhonesShown } from "./phoneViews";
import { currentSession } from "./sessions";
import { isSubscribed } from "../../billing/data/subscriptions";
import { viewingIn } from "./viewing";

export type User = { userId: Id<"users"> };
/** The signed-in owner of a business, or an admin who views it as its owner. */
export type Owner = User & {
  business: Doc<"businesses">;
  /** Set for an admin to whom the portal does not show phone numbers (product.md O22); absent for the owner. */
  coversPhones?: boolean;
};
/** A user who may work at a business's desk. */
export type Staff = Owner;
/** An admin in the portal. */
export type Admin = User & {
  email: string;
  adminSession: Doc<"adminSessions">;
};
/** A user who proved their address: required for what keeps reading data or locks others out (product.md A14). */
export type Proven = User & { readonly isProven: true };
/** A mutation's ctx after ensureCounter: the desk that the caller works at. */
export type CounterCtx = MutationCtx & Staff;

/** The signed-in user, or null. */
export async function currentUser(ctx: QueryCtx) {
  return (await currentSession(ctx))?.userId ?? null;
}

/** @throws notSignedIn */
export async function ensureUser(ctx: QueryCtx): Promise<User> {
  const { userId } = await ensureSession(ctx);
  return { userId };
}

/** The user acting in their own name. @throws notSignedIn, or viewingOnly for an admin who views a business */
export async function ensureActing(ctx: QueryCtx): Promise<User> {
  const session = await ensureSession(ctx);
  if ((await viewingIn(ctx, session)) !== null) throw appError("viewingOnly");
  return { userId: session.userId };
}

/** The owner, who may change things. @throws notSignedIn, viewingOnly, notAllowed for a user without a business */
export async function ensureOwner(ctx: QueryCtx): Promise<Owner> {
  const { userId } = await ensureActing(ctx);
  return ownerOf(userId, await businessOfOwner(ctx, userId));
}

/** The owner, or an admin who views as owner (product.md O52). @throws notSignedIn, notAllowed for no business */
export async function ensureViewer(ctx: QueryCtx): Promise<Owner> {
  const session = await ensureSession(ctx);
  const viewing = await viewingIn(ctx, session);
  const { userId } = session;
  if (viewing === null) {
    return ownerOf(userId, await businessOfOwner(ctx, userId));
  }
  const { business } = viewing;
  const owner = ownerOf(business?.ownerId ?? null, business);
  const admin = { ...ctx, admin: { userId } };
  const areShown = await arePhonesShown(admin, owner.business._id);
  return { ...owner, coversPhones: !areShown };
}

/** A user with a proven address; without mail on this server, any user. @throws notSignedIn, emailUnproven */
export async function ensureProven(
  ctx: QueryCtx,
  { mail }: { readonly mail: object | null },
): Promise<Proven> {
  const { userId } = await ensureUser(ctx);
  if (mail !== null && !(await isProven(ctx, userId))) {
    throw appError("emailUnproven");
  }
  return { userId, isProven: true };
}

function ownerOf(
  userId: Id<"users"> | null,
  business: Doc<"businesses"> | null,
): Owner {
  if (userId === null || business === null) throw appError("notAllowed");
  return { userId, business };
}

async function ensureSession(ctx: QueryCtx): Promise<Doc<"authSessions">> {
  const session = await currentSession(ctx);
  if (session === null) throw appError("notSignedIn");
  return session;
}

/** Staff: today the owner. Staff log-ins will change only this (product.md D10). */
export const ensureCounter: (ctx: QueryCtx) => Promise<Staff> = ensureOwner;
/** Staff, or an admin who views the business. */
export const ensureCounterViewer: typeof ensureCounter = ensureViewer;

/** @throws notSignedIn, viewingOnly, notAllowed for a user without a business, notSubscribed */
export async function ensureSubscriber(ctx: QueryCtx): Promise<Owner> {
  const owner = await ensureOwner(ctx);
  if (!(await isSubscribed(ctx, owner.business._id))) {
    throw appError("notSubscribed");
  }
  return owner;
}

/** A platform admin, in the portal or not. @throws notSignedIn, notAllowed for a user who is not an admin */
export async function ensureAdminByRole(ctx: QueryCtx) {
  const { userId, _id: sessionId } = await ensureSession(ctx);
  if (!(await isAdmin(ctx, userId))) throw appError("notAllowed");
  return { userId, sessionId };
}

/**
 * A platform admin in a session of the portal (product.md O1, O10).
 * @param now null in queries, which have no clock: there the session is over when its row is gone
 * @throws notSignedIn, notAllowed for a user who is not an admin, adminSessionEnded, secondFactorNeeded
 */
export async function ensureAdmin(
  ctx: QueryCtx,
  now: number | null,
): Promise<Admin> {
  const { userId, sessionId } = await ensureAdminByRole(ctx);
  const adminSession = await adminSessionOf(ctx, sessionId);
  const isOver = now !== null && (adminSession?.until ?? 0) <= now;
  if (adminSession === null || isOver) throw appError("adminSessionEnded");
  if (adminSession.needsSecondFactor) throw appError("secondFactorNeeded");
  return { userId, email: await ownEmail(ctx, userId), adminSession };
}

/** An admin who gave their password within the last minutes. @throws confirmFirst, and what ensureAdmin throws */
export async function ensureConfirmed(
  ctx: QueryCtx,
  now: number,
): Promise<Admin> {
  const admin = await ensureAdmin(ctx, now);
  if (admin.adminSession.confirmedUntil <= now) throw appError("confirmFirst");
  return admin;
}
