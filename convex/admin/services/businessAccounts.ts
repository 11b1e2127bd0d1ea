/** Creates and deletes accounts of businesses for an admin, from the portal or an HTTP call (product.md O24, O25). */
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
import type { NewAccount, opened, removed } from "../rules/businessAccounts";
import { isTimezone } from "../../base/rules/timezones";

type Calls = Pick<ActionCtx, "runQuery" | "runMutation" | "runAction">;
type Admin = { userId: Id<"users"> };

/** As the admin typed it. */
export type Wish = Omit<NewAccount, "passwordHash" | "timezone"> & {
  password: string;
  timezone: string | null;
};

/** Creates an account with a business on a plan without payment. @throws confirmFirst for a new admin; adminsFull */
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

/** Ends a business's payments, then its account; the rows follow. `typed`: its name; null if none is needed. */
export async function removeAccount(
  ctx: Calls,
  admin: Admin,
  businessId: string,
  typed: string | null,
): Promise<Infer<typeof removed>> {
  const { toDelete } = internal.admin.directorySteps;
  const found = await ctx.runQuery(toDelete, { businessId });
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
