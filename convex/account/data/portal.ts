/**
 * Into the portal: who may go in, the first admin of all, and what admins have
 * and must have here (product.md O10-O12). The sessions themselves:
 * adminSessions.ts.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { DeploymentKind } from "../../base/rules/deploymentKind";
import { must } from "../../base/rules/errors";
import { openAdminSession } from "./adminSessions";
import { isProven, ownEmail } from "./accounts";
import { counts, hasAdmin, insertAdmin, isAdmin, MOST_ADMINS } from "./admins";
import { factorOf } from "./secondFactors";

/** What the environment says of admins. */
export type PortalSettings = {
  readonly deploymentKind: DeploymentKind;
  /** Whose accounts may become the first admin; in their one form. */
  readonly adminEmails: readonly string[];
};

/** Whether a user is an admin, or becomes the first one by signing in. */
export async function mayAdminister(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
  settings: PortalSettings,
): Promise<boolean> {
  return (await isAdmin(ctx, userId)) || (await isFirst(ctx, userId, settings));
}

/** Makes the user the first admin, if they are to be that. */
export async function becomeFirstAdmin(
  ctx: MutationCtx,
  userId: Id<"users">,
  settings: PortalSettings,
  now: number,
): Promise<void> {
  if (await isFirst(ctx, userId, settings)) {
    await insertAdmin(ctx, userId, { by: null, waits: false }, now);
  }
}

/** An admin has just given the password, and the code where there is one. */
export async function openPortal(
  ctx: MutationCtx,
  session: { sessionId: Id<"authSessions">; userId: Id<"users"> },
  settings: PortalSettings,
  now: number,
): Promise<void> {
  const needsSecondFactor =
    mustHaveSecondFactor(settings) &&
    (await factorOf(ctx, session.userId)) === null;
  await openAdminSession(ctx, { ...session, needsSecondFactor }, now);
}

/** Every admin, the oldest first. */
export async function listAdmins(ctx: QueryCtx) {
  const admins = await ctx.db.query("admins").take(MOST_ADMINS);
  return await Promise.all(
    admins.map(async (row) => {
      const { userId, grantedBy, _creationTime: grantedAt } = row;
      const by = grantedBy && (await ctx.db.get("users", grantedBy));
      return {
        userId,
        email: await ownEmail(ctx, userId),
        grantedBy: by?.email ?? null,
        grantedAt,
        hasSecondFactor: (await factorOf(ctx, userId)) !== null,
        waits: !(await counts(ctx, row)),
      };
    }),
  );
}

/** Admins have a second factor in production. */
export function mustHaveSecondFactor({
  deploymentKind,
}: Pick<PortalSettings, "deploymentKind">): boolean {
  return deploymentKind === "production";
}

/**
 * Listed, while nobody runs the platform. In production whoever came first
 * with that address may have made it up, so there it has to be proven: by a
 * code that was sent to it, for a new password or as a new address.
 */
async function isFirst(
  ctx: Pick<QueryCtx, "db">,
  userId: Id<"users">,
  { adminEmails, deploymentKind }: PortalSettings,
): Promise<boolean> {
  const user = must(await ctx.db.get("users", userId), "user");
  const isListed = adminEmails.includes(user.email ?? "");
  if (!isListed || (await hasAdmin(ctx))) return false;
  return deploymentKind !== "production" || (await isProven(ctx, userId));
}
