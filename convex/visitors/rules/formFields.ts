/** The fields of the front page's two forms, shared by browser and server. What is stored is in forms.ts. */

/** Longest texts, in characters. Names and short answers: base/rules/names.ts. */
export const MAX_PHONE = 40;
export const MAX_TEXT = 2_000;

/** The two radio buttons; the first is the default. */
export const setupTypes = ["Basic", "Enterprise"] as const;

/** A hidden field that only bots fill in. */
export const TRAP_FIELD = "website";

/** The fields of a demo request. */
export const demoFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "country",
  "productInterest",
  "role",
  "annualRunRate",
  "setupType",
  "message",
  TRAP_FIELD,
] as const;

/** The fields of a newsletter subscription. */
export const addressFields = ["email", TRAP_FIELD] as const;

/** The address of each form. */
export const formPaths = {
  demo: "/api/demo-requests",
  newsletter: "/api/newsletter",
} as const;
