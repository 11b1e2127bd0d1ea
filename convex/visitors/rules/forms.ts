/** What is stored from the front page's forms: product.md V1, V2. Rates are in base/rules/rateLimit.ts. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import {
  MAX_PHONE,
  MAX_TEXT,
  setupTypes,
  TRAP_FIELD,
  type demoFields,
} from "./formFields";
import { cleanLines, cleanText } from "../../base/rules/names";
import { normalizeEmail } from "../../base/rules/password";

/** As it is stored; empty fields are null. */
export const demoRequestValidator = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** Where they heard about us. */
  productInterest: v.nullable(v.string()),
  role: v.nullable(v.string()),
  annualRunRate: v.nullable(v.string()),
  setupType: oneOf("Basic", "Enterprise"),
  message: v.nullable(v.string()),
});
export type DemoRequest = Infer<typeof demoRequestValidator>;

/** The same request again within this time counts as a repeat. */
export const SAME_REQUEST_MS = 60 * 60_000;

type Fields = Partial<Record<(typeof demoFields)[number], string>>;

/** Whether a bot has filled in the form. */
export function isTrapped(fields: Fields): boolean {
  return (fields[TRAP_FIELD] ?? "") !== "";
}

/** A form's texts, cleaned and cut; or what is wrong with them. */
export function readDemoRequest(
  fields: Fields,
): DemoRequest | "invalidInput" | "invalidEmail" {
  const { setupType: chosen } = fields;
  const firstName = cleanText(fields.firstName);
  const lastName = cleanText(fields.lastName);
  const email = normalizeEmail(fields.email ?? "");
  if (firstName === null || lastName === null) return "invalidInput";
  if (email === null) return "invalidEmail";
  return {
    firstName,
    lastName,
    email,
    phone: cleanText(fields.phone, MAX_PHONE),
    country: cleanText(fields.country),
    productInterest: cleanText(fields.productInterest),
    role: cleanText(fields.role),
    annualRunRate: cleanText(fields.annualRunRate),
    setupType: setupTypes.find((type) => type === chosen) ?? setupTypes[0],
    message: cleanLines(fields.message, MAX_TEXT),
  };
}
