/**
 * Who may open a new shop on this deployment. Not whether an address has an
 * account already: that is found out when it is written (data/accounts).
 */
import { v, type Infer } from "convex/values";
import type { DeploymentKind } from "./deploymentKind";
import { normalizeEmail } from "./password";

/**
 * - `open`: anybody;
 * - `listed`: the addresses of SIGN_UP_EMAILS;
 * - `closed`: nobody, because a new shop could not pay for a plan and none is
 *   given away.
 */
export const signUpValidator = v.union(
  v.literal("open"),
  v.literal("listed"),
  v.literal("closed"),
);
export type SignUp = Infer<typeof signUpValidator>;

/** What the environment says about new shops. */
type SignUpSettings = {
  readonly deploymentKind: DeploymentKind;
  readonly payments: object | null;
  readonly planWithoutPayment: string | null;
  readonly signUpEmails: readonly string[] | null;
};

/** Who may sign up. Demo and test deployments are never closed: nothing is sold there. */
export function signUpOf(settings: SignUpSettings): SignUp {
  const { deploymentKind, payments, planWithoutPayment } = settings;
  const isUseless = payments === null && planWithoutPayment === null;
  if (isUseless && deploymentKind === "production") return "closed";
  return settings.signUpEmails === null ? "open" : "listed";
}

/**
 * Why this address may not sign up, or null.
 * @param email in its one form (normalizeEmail)
 */
export function signUpRefusal(
  email: string,
  settings: SignUpSettings,
): "SignUpClosed" | "SignUpNotListed" | null {
  const signUp = signUpOf(settings);
  if (signUp === "open") return null;
  if (signUp === "closed") return "SignUpClosed";
  return settings.signUpEmails?.includes(email) ? null : "SignUpNotListed";
}

/** The addresses of a setting, with commas or spaces between them; null when it is not set. */
export function emailsOf(text: string | undefined): readonly string[] | null {
  const parts = (text ?? "").split(/[\s,;]+/).filter((part) => part !== "");
  if (parts.length === 0) return null;
  // An entry that is no address lets nobody in; it does not open the door to all.
  return parts.map(normalizeEmail).filter((email) => email !== null);
}
