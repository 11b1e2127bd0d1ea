/** The e-mail address of somebody who books, as it was typed. */
import { normalizeEmail } from "../../base/rules/password";
import { environment } from "../../base/services/env";

/** The address to write to; undefined for none, and where no e-mail is sent; null for what cannot be one. */
export function readEmail(typed = ""): string | undefined | null {
  const isAsked = typed.trim() !== "" && environment().mail !== null;
  return isAsked ? normalizeEmail(typed) : undefined;
}
