/** Reads the e-mail address typed with a booking. */
import { normalizeEmail } from "../../base/rules/password";
import { environment } from "../../base/services/env";

/** The address to write to. Undefined if none was typed or no e-mail is sent; null if it is invalid. */
export function readEmail(typed = ""): string | undefined | null {
  const isAsked = typed.trim() !== "" && environment().mail !== null;
  return isAsked ? normalizeEmail(typed) : undefined;
}
