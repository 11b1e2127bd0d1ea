/** The fragment of /join, which holds the secret: browsers send it neither to servers nor in the Referer. */
import { isClientSecret } from "../../../convex/base/rules/secrets";

export type JoinView =
  | { kind: "ticket"; secret: string }
  /** The form, even if this device holds a ticket. */
  | { kind: "form" }
  /** No fragment: the device's own ticket if it has one, else the form. */
  | { kind: "start" };

const TICKET = "#ticket=";
export const FORM_FRAGMENT = "#new";

export function readFragment(hash: string): JoinView {
  if (hash === FORM_FRAGMENT) return { kind: "form" };
  if (!hash.startsWith(TICKET)) return { kind: "start" };
  const secret = hash.slice(TICKET.length);
  return isClientSecret(secret)
    ? { kind: "ticket", secret }
    : { kind: "start" };
}

export function ticketFragment(secret: string): string {
  return TICKET + secret;
}
