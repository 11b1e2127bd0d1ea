/** The fragment of /join, which holds the secret: browsers send it neither to servers nor in the Referer. */
import { isClientSecret } from "../../../convex/base/rules/secrets";
import { BOOKING_FRAGMENT } from "../../../convex/booking/rules/mailLink";

type FormWay = "new" | "add" | "book";

export type JoinView =
  | { kind: "ticket"; secret: string }
  /** From a booking's mail. */
  | { kind: "booking"; token: string }
  /** The form, even if this device holds a ticket. */
  | { kind: "form"; way: FormWay }
  /** No fragment: the device's own ticket if it has one, else the form. */
  | { kind: "start" };

const TICKET = "#ticket=";
export const FORM_FRAGMENT = "#new";
/** That of the form for one more person. */
export const ADD_FRAGMENT = "#someone";
/** That of the form for another booking. */
export const BOOK_FRAGMENT = "#book";

const FORMS: Readonly<Record<string, FormWay>> = {
  [FORM_FRAGMENT]: "new",
  [ADD_FRAGMENT]: "add",
  [BOOK_FRAGMENT]: "book",
};

export function readFragment(hash: string): JoinView {
  const way = FORMS[hash];
  if (way !== undefined) return { kind: "form", way };
  if (hash.startsWith(BOOKING_FRAGMENT)) {
    return { kind: "booking", token: hash.slice(BOOKING_FRAGMENT.length) };
  }
  if (!hash.startsWith(TICKET)) return { kind: "start" };
  const secret = hash.slice(TICKET.length);
  return isClientSecret(secret)
    ? { kind: "ticket", secret }
    : { kind: "start" };
}

export function ticketFragment(secret: string): string {
  return TICKET + secret;
}
