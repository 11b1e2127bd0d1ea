/** Access checks: each returns what it checked. The token's session must exist, so signing out works at once. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../base/rules/errors";
import { isProven, ownEmail } from "./accounts";
import { adminSessionOf } from "./adminSessions";
import { isAdmin } from "./admins";
import { findBusiness } from "../../business/data/businesses";
import { workplaceOf, personOn, tabletOf } from "../../business/data/members";
import { may, type Need, type Role } from "../../business/rules/roles";
import { arePhonesShown, viewingIn } from "./viewing";
import { currentSession } from "./sessions";
import { isSubscribed } from "../../billing/data/subscriptions";

export type User = { userId: Id<"users"> };
/** Somebody who works in a business, or an admin who views it as its owner. */
export type Staff = User & {
  business: Doc<"businesses">;
  role: Role;
  /** Phone numbers are masked: for an admin outside product.md O22, and for staff where the shop wants it (R5). */
  coversPhones?: boolean;
  /** The shop's tablet that the person works on. There they have staff's rights. */
  tabletId?: Id<"tablets">;
};
/** The shop's own tablet, locked or not. */
export type OnTablet = {
  tablet: Doc<"tablets">;
  business: Doc<"businesses">;
};
/** An admin in the portal. */
export type Admin = User & {
  email: string;
  adminSession: Doc<"adminSessions">;
};
/** A user who proved their address: required for what keeps reading data or locks others out (product.md A14). */
export type Proven = User & { readonly isProven: true };
/** A mutation's ctx after ensureCounter. */
export type CounterCtx = MutationCtx & Staff;

/** Whether they may teach the server the shop's network: staff may look from home (product.md R5). */
export function mayTeachNetwork({ role, tabletId }: Staff): boolean {
  return tabletId !== undefined || may(role, "manageShop");
}

/** A person with an account. @throws notSignedIn, notAllowed for a shop's tablet */
export async function ensureUser(ctx: QueryCtx): Promise<User> {
  const { userId } = await ensureSession(ctx);
  return await noTablet(ctx, userId);
}

/** The user acting in their own name. @throws what ensureUser throws, viewingOnly for an admin who views a business */
export async function ensureActing(ctx: QueryCtx): Promise<User> {
  return await noTablet(ctx, await ensureChanging(ctx));
}

/**
 * Anybody who works in a business, also on its tablet.
 * @throws notSignedIn, viewingOnly, notAllowed for a user without a business, tabletLocked
 */
export async function ensureCounter(ctx: QueryCtx): Promise<Staff> {
  return await staffOf(ctx, await ensureChanging(ctx));
}

/** The same with the person's own account. @throws what ensureCounter throws, notAllowed for a tablet */
export async function ensurePerson(ctx: QueryCtx): Promise<Staff> {
  const staff = await ensureCounter(ctx);
  if (staff.tabletId !== undefined) throw appError("notAllowed");
  return staff;
}

/** A shop's tablet, with or without a person on it. @throws notSignedIn, notAllowed for everybody else */
export async function ensureTablet(ctx: QueryCtx): Promise<OnTablet> {
  const { userId } = await ensureSession(ctx);
  const tablet = await tabletOf(ctx, userId);
  if (tablet === null) throw appError("notAllowed");
  const business = await findBusiness(ctx, tablet.businessId);
  // Guard untested: erasing a shop ends its tablets' sessions first; the check is for the type.
  if (business === null) throw appError("notAllowed");
  return { tablet, business };
}

/** A manager or the owner. @throws what ensureCounter throws, notAllowed for staff */
export async function ensureManager(ctx: QueryCtx): Promise<Staff> {
  return having("manageShop", await ensureCounter(ctx));
}

/** The owner, who may change things. @throws what ensureCounter throws, notAllowed for members */
export async function ensureOwner(ctx: QueryCtx): Promise<Staff> {
  return having("ownShop", await ensureCounter(ctx));
}

/**
 * The same as ensureCounter for reading, or an admin who views as owner (product.md O52).
 * @throws notSignedIn, notAllowed
 */
export async function ensureCounterViewer(ctx: QueryCtx): Promise<Staff> {
  const session = await ensureSession(ctx);
  const viewing = await viewingIn(ctx, session);
  const { userId } = session;
  if (viewing === null) {
    const staff = await staffOf(ctx, userId);
    const { role, business } = staff;
    const isCovered = role === "staff" && business.coversPhones === true;
    return isCovered ? { ...staff, coversPhones: true } : staff;
  }
  const { business } = viewing;
  if (business === null) throw appError("notAllowed");
  const admin = { ...ctx, admin: { userId } };
  const areShown = await arePhonesShown(admin, business._id);
  const owner = { userId: business.ownerId, business, role: "owner" } as const;
  return { ...owner, coversPhones: !areShown };
}

/** A manager, the owner, or an admin who views. @throws notSignedIn, notAllowed */
export async function ensureManagerViewer(ctx: QueryCtx): Promise<Staff> {
  return having("manageShop", await ensureCounterViewer(ctx));
}

/** The owner, or an admin who views. @throws notSignedIn, notAllowed */
export async function ensureViewer(ctx: QueryCtx): Promise<Staff> {
  return having("ownShop", await ensureCounterViewer(ctx));
}

/** A user with a proven address; without mail on this server, any user. @throws notSignedIn, emailUnproven */
export async function ensureProven(
  ctx: QueryCtx,
  { mail }: { readonly mail: object | null },
): Promise<Proven> {
  const { userId } = await ensureActing(ctx);
  if (mail !== null && !(await isProven(ctx, userId))) {
    throw appError("emailUnproven");
  }
  return { userId, isProven: true };
}

async function staffOf(ctx: QueryCtx, userId: Id<"users">): Promise<Staff> {
  const workplace = await workplaceOf(ctx, userId);
  if (workplace !== null) return { userId, ...workplace };
  const { tablet, business } = await ensureTablet(ctx);
  const person = await personOn(ctx, tablet);
  if (person === null) throw appError("tabletLocked");
  const { userId: personId } = person;
  return { userId: personId, business, role: "staff", tabletId: tablet._id };
}

async function noTablet(ctx: QueryCtx, userId: Id<"users">): Promise<User> {
  if ((await tabletOf(ctx, userId)) !== null) throw appError("notAllowed");
  return { userId };
}

async function ensureChanging(ctx: QueryCtx): Promise<Id<"users">> {
  const session = await ensureSession(ctx);
  if ((await viewingIn(ctx, session)) !== null) throw appError("viewingOnly");
  return session.userId;
}

function having(what: Need, staff: Staff): Staff {
  if (!may(staff.role, what)) throw appError("notAllowed");
  return staff;
}

async function ensureSession(ctx: QueryCtx): Promise<Doc<"authSessions">> {
  const session = await currentSession(ctx);
  if (session === null) throw appError("notSignedIn");
  return session;
}

/** A manager or the owner of a shop that has paid. @throws what ensureManager throws, notSubscribed */
export async function ensureSubscriber(ctx: QueryCtx): Promise<Staff> {
  const staff = await ensureManager(ctx);
  if (!(await isSubscribed(ctx, staff.business._id))) {
    throw appError("notSubscribed");
  }
  return staff;
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
