/** The two forms of the front page as browser and server agree on them. Not what is kept of them: forms.ts. */

/** Longest texts, in characters. Names and short answers: base/rules/names.ts. */
export const MAX_PHONE = 40;
export const MAX_TEXT = 2_000;

/** The two radio buttons, the first one chosen at first. */
export const setupTypes = ["Basic", "Enterprise"] as const;

/** A field that people do not see: who fills it in is a program. */
export const TRAP_FIELD = "website";

/** Names of the fields that a request for a demo sends. */
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

/** Of a subscription to the newsletter. */
export const addressFields = ["email", TRAP_FIELD] as const;

/** Where each form is sent. */
export const formPaths = {
  demo: "/api/demo-requests",
  newsletter: "/api/newsletter",
} as const;
