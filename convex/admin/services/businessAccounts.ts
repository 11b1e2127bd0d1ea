/** Making and deleting accounts of businesses for a platform admin, from a screen of the portal or from an HTTP call (product.md O24, O25). */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { freshHash } from "../../account/services/randomness";
import { isNameTyped } from "../../privacy/rules/erasure";
import { refuse } from "../../base/rules/errors";
import { cleanText } from "../../base/rules/names";
import {
  givenPasswordProblem,
  MIN_PASSWORD,
  normalizeEmail,
} from "../../base/rules/password";
import type { Plan } from "../../base/rules/plans";
import type { opened, removed } from "../rules/businessAccounts";
import { isTimezone } from "../../base/rules/timezones";

type Calls = Pick<ActionCtx, "runQuery" | "runMutation" | "runAction">;
/** Who does it. */
type Admin = { userId: Id<"users"> };

/** As somebody has typed it. */
export type Wish = {
  email: string;
  password: string;
  businessName: string;
  plan: Plan;
  isAdmin: boolean;
  timezone: string | null;
};

/**
 * An account with a business on a plan that needs no payment; with the
 * admin's role, if that is wanted and the admin has just given their password.
 * @throws confirmFirst, adminsFull
 */
export async function openAccount(
  ctx: Calls,
  admin: Admin,
  { password, isAdmin, plan, ...typed }: Wish,
): Promise<Infer<typeof opened>> {
  const businessName = cleanText(typed.businessName);
  const isBlank = typed.email.trim() === "" || password === "";
  if (isBlank || businessName === null) return refuse("accountFieldsMissing");
  const email = normalizeEmail(typed.email);
  if (email === null) return refuse("invalidEmail");
  const problem = givenPasswordProblem(password);
  if (problem === "passwordTooShort") {
    return refuse(problem, { min: MIN_PASSWORD });
  }
  if (problem !== null) return refuse(problem);
  const passwordHash = await freshHash(password, ["portal", admin.userId]);
  const zone = typed.timezone ?? "";
  const timezone = isTimezone(zone) ? zone : "UTC";
  const account = { email, passwordHash, businessName, timezone };
  const checked = { ...account, plan, isAdmin };
  return await ctx.runMutation(internal.admin.directorySteps.open, checked);
}

/**
 * Ends the account of a business: its payments first, then everything at once
 * for everybody; the rows follow. Done for one that is going already.
 * @param typed what the admin has typed as its name; null where no name is asked for
 */
export async function removeAccount(
  ctx: Calls,
  admin: Admin,
  businessId: string,
  typed: string | null,
): Promise<Infer<typeof removed>> {
  const found = await ctx.runQuery(internal.admin.directorySteps.toDelete, {
    businessId,
  });
  if (found === null) return refuse("notFound");
  if (typed !== null && !isNameTyped(typed, found.name)) {
    return refuse("nameNotTyped");
  }
  if (found.isErasing) return { ok: true };
  if (found.isLastAdmin) return refuse("lastAdmin");
  return await ctx.runAction(internal.privacy.erase.business, {
    ...{ businessId: found.businessId, by: "admin", adminId: admin.userId },
  });
}
