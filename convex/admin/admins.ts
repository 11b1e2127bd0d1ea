/** The platform's admins: list, granting and revoking the role, and the portal's sessions. Signing in is in auth.ts. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import {
  ensureAdmin,
  ensureAdminByRole,
  ensureConfirmed,
} from "../account/data/access";
import { countedValidator } from "../account/data/attempts";
import { endAdminSessionAt } from "../account/data/adminSessions";
import {
  grantAdmin,
  grantFirstAdmin,
  revokeAdmin,
} from "../account/data/admins";
import { listAdmins, openPortal } from "../account/data/portal";
import { useProof } from "../account/data/secondFactors";
import { checkPerson } from "../account/services/ownPassword";
import {
  adminQuery,
  confirmedAdminMutation,
  internalMutation,
  internalQuery,
  userAction,
} from "../functions";
import { environment } from "../base/services/env";
import { refuse } from "../base/rules/errors";
import { doneOr, doneWith } from "../base/rules/refusals";
import { proofValidator } from "../account/rules/secondFactor";

const confirmed = doneOr("passwordWrong", "codeNeeded", "codeWrong");

/** Oldest first. */
export const list = adminQuery({
  args: {},
  returns: v.array(
    v.object({
      userId: v.id("users"),
      email: v.string(),
      /** The granting admin; null for the first admin, and if that account is gone. */
      grantedBy: v.nullable(v.string()),
      grantedAt: v.number(),
      hasSecondFactor: v.boolean(),
      /** The address is not proven yet, so the role is not active. */
      waits: v.boolean(),
    }),
  ),
  handler: async (ctx) => await listAdmins(ctx),
});

/** Makes the account of this address an admin, once its address is proven (product.md A14). */
export const grant = confirmedAdminMutation({
  args: { email: v.string() },
  returns: doneWith(
    { waits: v.boolean() },
    "invalidEmail",
    "noSuchAccount",
    "alreadyAdmin",
    "adminsFull",
  ),
  handler: async (ctx, { email }) =>
    await grantAdmin(ctx, email, ctx.admin.userId, environment(), Date.now()),
});

/** Revokes the role, also the caller's own. Open portal sessions end at once. */
export const revoke = confirmedAdminMutation({
  args: { userId: v.string() },
  returns: doneOr("notFound", "lastAdmin"),
  handler: async (ctx, { userId }) =>
    await revokeAdmin(ctx, userId, ctx.admin.userId, Date.now()),
});

/** The caller enters password and code again (product.md O10). @throws notAllowed for no admin, tooManyRequests */
export const confirm = userAction({
  args: {
    password: v.string(),
    code: v.string(),
    device: v.nullable(v.string()),
  },
  returns: confirmed,
  handler: async (ctx, typed): Promise<Infer<typeof confirmed>> => {
    const checked = await checkPerson(ctx, { ...ctx.user, ...typed });
    if (!checked.ok) return checked;
    const { proof, counted } = checked;
    const { goOn: next } = internal.admin.admins;
    const isDone: boolean = await ctx.runMutation(next, { proof, counted });
    return isDone ? { ok: true } : refuse("codeWrong");
  },
});

/** Password and code were right. False if the code has been used in the meantime. */
export const goOn = internalMutation({
  args: { proof: v.nullable(proofValidator), counted: countedValidator },
  returns: v.boolean(),
  handler: async (ctx, shown) => {
    const session = await ensureAdminByRole(ctx);
    const now = Date.now();
    if (!(await useProof(ctx, session.userId, shown, now))) return false;
    await openPortal(ctx, session, environment(), now);
    return true;
  },
});

/** Makes the first admin (product.md O11). Operators: `npx convex run admin/admins:grantFirst '{"email": "…"}'`. */
export const grantFirst = internalMutation({
  args: { email: v.string() },
  returns: doneOr(
    "invalidEmail",
    "noSuchAccount",
    "firstAdminOnly",
    "emailUnproven",
  ),
  handler: async (ctx, { email }) =>
    await grantFirstAdmin(ctx, email, environment(), Date.now()),
});

/** The calling admin, for actions. @throws what adminQuery throws; confirmFirst if `confirmed` is set */
export const caller = internalQuery({
  args: { confirmed: v.boolean(), now: v.number() },
  returns: v.object({
    userId: v.id("users"),
    email: v.string(),
    adminSessionId: v.id("adminSessions"),
  }),
  handler: async (ctx, { confirmed, now }) => {
    const ensure = confirmed ? ensureConfirmed : ensureAdmin;
    const { userId, email, adminSession } = await ensure(ctx, now);
    return { userId, email, adminSessionId: adminSession._id };
  },
});

/** Ends a portal session whose hour is over. */
export const sessionOver = internalMutation({
  args: { adminSessionId: v.id("adminSessions"), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { adminSessionId, until }) =>
    await endAdminSessionAt(ctx, adminSessionId, until),
});
