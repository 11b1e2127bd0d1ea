/**
 * Who may open a new shop on this deployment. Not whether an address has an
 * account already: that is found out when it is written (account/data/accounts).
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

/** Addresses in their one form, and what was listed as one and is none: that lets nobody in. */
export type EmailList = {
  readonly emails: readonly string[];
  readonly notEmails: readonly string[];
};

/** What the environment says about new shops. */
type SignUpSettings = {
  readonly deploymentKind: DeploymentKind;
  readonly payments: object | null;
  readonly planWithoutPayment: string | null;
  readonly signUpEmails: EmailList | null;
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
): "signUpClosed" | "signUpNotListed" | null {
  const signUp = signUpOf(settings);
  if (signUp === "open") return null;
  if (signUp === "closed") return "signUpClosed";
  return settings.signUpEmails?.emails.includes(email)
    ? null
    : "signUpNotListed";
}

/** The addresses of a setting, with commas or spaces between them; null when it is not set. */
export function emailsOf(text: string | undefined): EmailList | null {
  const parts = (text ?? "").split(/[\s,;]+/).filter((part) => part !== "");
  if (parts.length === 0) return null;
  return {
    emails: parts.map(normalizeEmail).filter((email) => email !== null),
    notEmails: parts.filter((part) => normalizeEmail(part) === null),
  };
}
