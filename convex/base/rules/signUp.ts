/** Who may open a new shop on this deployment. */
import type { Infer } from "convex/values";
import { oneOf } from "./oneOf";
import type { DeploymentKind } from "./deploymentKind";
import { normalizeEmail } from "./password";

/** `listed`: the addresses of SIGN_UP_EMAILS; `closed`: no one, because no plan can be paid for and none is free. */
export const signUpValidator = oneOf("open", "listed", "closed");
export type SignUp = Infer<typeof signUpValidator>;

/** Normalized addresses, and list entries that are not addresses and so admit no one. */
export type EmailList = {
  readonly emails: readonly string[];
  readonly notEmails: readonly string[];
};

type SignUpSettings = {
  readonly deploymentKind: DeploymentKind;
  readonly payments: object | null;
  readonly planWithoutPayment: string | null;
  readonly signUpEmails: EmailList | null;
};

/** Who may sign up. Demo and test deployments are never closed, because they sell nothing. */
export function signUpOf(settings: SignUpSettings): SignUp {
  const { deploymentKind, payments, planWithoutPayment } = settings;
  const isUseless = payments === null && planWithoutPayment === null;
  if (isUseless && deploymentKind === "production") return "closed";
  return settings.signUpEmails === null ? "open" : "listed";
}

/** Why this address may not sign up, or null. @param email normalized (normalizeEmail) */
export function signUpRefusal(
  email: string,
  settings: SignUpSettings,
): "signUpClosed" | "signUpNotListed" | null {
  const signUp = signUpOf(settings);
  if (signUp === "closed") return "signUpClosed";
  const isListed = settings.signUpEmails?.emails.includes(email);
  return signUp === "open" || isListed ? null : "signUpNotListed";
}

/** The addresses of a setting, separated by commas or spaces; null if it is not set. */
export function emailsOf(text: string | undefined): EmailList | null {
  const parts = (text ?? "").split(/[\s,;]+/).filter((part) => part !== "");
  if (parts.length === 0) return null;
  return {
    emails: parts.map(normalizeEmail).filter((email) => email !== null),
    notEmails: parts.filter((part) => normalizeEmail(part) === null),
  };
}
