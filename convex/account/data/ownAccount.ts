/** What the screens get about a signed-in user and their business. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { shopClockOf } from "../../base/rules/clock";
import { must } from "../../base/rules/errors";
import { plans } from "../../base/rules/plans";
import { isProven } from "./accounts";
import { adminSessionOf } from "./adminSessions";
import { isAdmin } from "./admins";
import { findBusiness } from "../../business/data/businesses";
import {
  memberOf,
  workplaceOf,
  personOn,
  tabletOf,
} from "../../business/data/members";
import type { Role } from "../../business/rules/roles";
import { logoUrlOf } from "../../business/data/logos";
import { ownSubscription } from "../../billing/data/ownSubscription";
import { viewingIn } from "./viewing";

/** The signed-in user with their business, or with the one that they view as admin. */
export async function ownAccount(
  ctx: QueryCtx,
  session: Doc<"authSessions">,
  settings: { readonly sellsPlans: boolean; readonly mail: object | null },
) {
  const { userId, _id: sessionId } = session;
  const user = must(await ctx.db.get("users", userId), "signed-in user");
  const viewing = await viewingIn(ctx, session);
  const isViewed = viewing !== null;
  const workplace = isViewed
    ? { business: viewing.business, role: "owner" as const }
    : await workplaceOf(ctx, userId);
  const tablet = workplace === null ? await tabletOf(ctx, userId) : null;
  if (tablet !== null) return await ofTablet(ctx, userId, tablet, settings);
  const { business, role } = workplace ?? { business: null, role: null };
  const member = isViewed ? null : await memberOf(ctx, userId);
  return {
    userId,
    email: user.email ?? "",
    name: member?.name ?? null,
    isAdmin: await isAdmin(ctx, userId),
    needsProof: settings.mail !== null && !(await isProven(ctx, userId)),
    adminSession: await ownAdminSession(ctx, sessionId),
    viewing: viewing && { email: business?.email ?? "" },
    tablet: null,
    business:
      business &&
      (await ownBusiness(ctx, business, {
        role,
        pays: role === "owner" && !isViewed,
        sells: settings.sellsPlans,
      })),
  };
}

/** A tablet of the shop, as the person on it. */
async function ofTablet(
  ctx: QueryCtx,
  userId: Id<"users">,
  tablet: Doc<"tablets">,
  { sellsPlans: sells }: { readonly sellsPlans: boolean },
) {
  const business = await findBusiness(ctx, tablet.businessId);
  const person = await personOn(ctx, tablet);
  const asStaff = { role: "staff", pays: false, sells } as const;
  return {
    ...{ userId: person?.userId ?? userId, email: "", isAdmin: false },
    ...{ name: person?.name ?? null, needsProof: false },
    ...{ adminSession: null, viewing: null },
    tablet: { name: tablet.name, isLocked: person === null },
    business: business && (await ownBusiness(ctx, business, asStaff)),
  };
}

async function ownAdminSession(ctx: QueryCtx, sessionId: Id<"authSessions">) {
  const row = await adminSessionOf(ctx, sessionId);
  if (row === null) return null;
  const { until, confirmedUntil, needsSecondFactor = false } = row;
  return { until, confirmedUntil, needsSecondFactor };
}

async function ownBusiness(
  ctx: QueryCtx,
  business: Doc<"businesses">,
  { role, pays, sells }: { role: Role; pays: boolean; sells: boolean },
) {
  const { peoplePerQueue, queueLimit } = plans[business.plan];
  const subscription = await ownSubscription(ctx, business, sells && pays);
  return {
    businessId: business._id,
    name: business.name,
    role,
    plan: business.plan,
    logoUrl: await logoUrlOf(ctx, business),
    ...shopClockOf(business),
    isDemo: business.isDemo,
    ticketLimit: peoplePerQueue,
    queueLimit,
    notice: business.notice ?? null,
    operatingHours: business.operatingHours,
    specialDays: business.specialDays,
    setupCompletedAt: business.setupCompletedAt ?? null,
    // Bills and cards are only for the owner (product.md O52, R1).
    subscription: pays
      ? subscription
      : { ...subscription, canManage: false, confirmUrl: null },
  };
}
