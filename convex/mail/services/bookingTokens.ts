/**
 * Tokens of the link in a booking's mails (product.md E8). They hold the ticket's id and a signature of 32 bytes, and are not
 * stored.
 */
import type { Doc } from "../../_generated/dataModel";
import { isSigned, sign } from "./signatures";

type Mailed = Pick<Doc<"tickets">, "_id" | "secretHash" | "email">;

export async function bookingToken(ticket: Mailed): Promise<string> {
  return `${ticket._id}.${await sign("booking", bodyOf(ticket))}`;
}

/** The ticket's id in a token, unproven. Empty for any other text. */
export function ticketIdIn(token: string): string {
  return partsOf(token).ticketId;
}

/** Whether this is the token of the mails to the ticket's present address. */
export async function opensBooking(
  token: string,
  ticket: Mailed,
): Promise<boolean> {
  const { signature } = partsOf(token);
  return await isSigned("booking", bodyOf(ticket), signature);
}

function partsOf(token: string) {
  const [, ticketId = "", signature = ""] =
    /^(\w{1,64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  return { ticketId, signature };
}

/** With the hash of the ticket's secret, which no id or address tells; with the address, so that a replaced one's link ends. */
function bodyOf({ _id, secretHash, email = "" }: Mailed): string {
  return `${_id}.${secretHash}.${email}`;
}
