/** Which alerts of a ticket this device and this tab have given. Loaded with the ticket. */
import { readStored, storageKeys, writeStored } from "../../../lib/storage";
import { storedTickets, updateTicket } from "../stored-tickets";

/** The callCount for which this device has rung; 0 for a ticket that it does not hold. */
export function rungFor(secret: string): number {
  return storedTickets().find((ticket) => ticket.secret === secret)?.rung ?? 0;
}

/** The callCount that this tab has shown, even if it could not sound. */
export function shownFor(secret: string): number {
  return Number(readStored(storageKeys.shownCall(secret), "tab"));
}

/** Remembers that this tab has shown the call. */
export function markShown(secret: string, callCount: number): void {
  writeStored(storageKeys.shownCall(secret), String(callCount), "tab");
}

/** Remembers that the device has rung for this call. */
export function markRung(secret: string, callCount: number): void {
  updateTicket(secret, { rung: callCount });
}

/** Whether this device has alerted "almost your turn" for the ticket. Also true for one it does not hold. */
export function wasToldAlmost(secret: string): boolean {
  const ticket = storedTickets().find((one) => one.secret === secret);
  return ticket === undefined || ticket.toldAlmost === true;
}

export function markToldAlmost(secret: string): void {
  updateTicket(secret, { toldAlmost: true });
}
