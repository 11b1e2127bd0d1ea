/**
 * Reads and makes the fragment of /join, which holds the secret. Browsers send fragments neither to servers nor in the
 * Referer.
 */
import { isClientSecret } from "../../../convex/base/rules/secrets";

export type JoinView =
  | { kind: "ticket"; secret: string }
  /** The form, even if this device holds a ticket. */
  | { kind: "form" }
  /** No fragment: the device's own ticket if it has one, else the form. */
  | { kind: "start" };

const TICKET = "#ticket=";
/** The fragment of the form. */
export const FORM_FRAGMENT = "#new";

/** Reads `location.hash`. A malformed secret counts as no fragment. */
export function readFragment(hash: string): JoinView {
  if (hash === FORM_FRAGMENT) return { kind: "form" };
  if (!hash.startsWith(TICKET)) return { kind: "start" };
  const secret = hash.slice(TICKET.length);
  return isClientSecret(secret)
    ? { kind: "ticket", secret }
    : { kind: "start" };
}

/** The fragment of a ticket's own address. */
export function ticketFragment(secret: string): string {
  return TICKET + secret;
}
