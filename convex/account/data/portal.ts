/** Entry to the portal: who may enter, the first admin, and what admins need (product.md O10-O12). */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { DeploymentKind } from "../../base/rules/deploymentKind";
import { must } from "../../base/rules/errors";
import { openAdminSession } from "./adminSessions";
import { isProven, ownEmail } from "./accounts";
import { counts, hasAdmin, insertAdmin, isAdmin, MAX_ADMINS } from "./admins";
import { factorOf } from "./secondFactors";

export type PortalSettings = {
  readonly deploymentKind: DeploymentKind;
  /** Accounts that may become the first admin, as normalized addresses. */
  readonly adminEmails: readonly string[];
};

/** Whether a user is an admin, or becomes the first one by signing in. */
export async function mayAdminister(
  ctx: QueryCtx,
  userId: Id<"users">,
  settings: PortalSettings,
): Promise<boolean> {
  return (await isAdmin(ctx, userId)) || (await isFirst(ctx, userId, settings));
}

/** Makes the user the first admin if they qualify. */
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

/** Opens the portal after the password and, if there is one, the second factor's code. */
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
  const admins = await ctx.db.query("admins").take(MAX_ADMINS);
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

/** In production, admins must have a second factor. */
export function mustHaveSecondFactor({
  deploymentKind,
}: Pick<PortalSettings, "deploymentKind">): boolean {
  return deploymentKind === "production";
}

/** Whether the user is listed while there is no admin. In production with a proven address: anyone could sign up. */
async function isFirst(
  ctx: QueryCtx,
  userId: Id<"users">,
  { adminEmails, deploymentKind }: PortalSettings,
): Promise<boolean> {
  const user = must(await ctx.db.get("users", userId), "user");
  const isListed = adminEmails.includes(user.email ?? "");
  if (!isListed || (await hasAdmin(ctx))) return false;
  return deploymentKind !== "production" || (await isProven(ctx, userId));
}
