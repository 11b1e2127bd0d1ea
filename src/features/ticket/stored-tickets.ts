/**
 * The tickets this device holds: their secrets and how often each has rung
 * here. Not their state: that is always the server's answer.
 */
import { useSyncExternalStore } from "react";
import { isClientSecret } from "../../../convex/base/rules/secrets";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

export type StoredTicket = {
  secret: string;
  businessId: string;
  queueId: string;
  /** Device time in ms; only to notice a second ticket taken by mistake. */
  takenAt: number;
  /** The callCount that this device has already rung for. */
  rung: number;
  /** Whether this device has said that it is almost the ticket's turn. */
  toldAlmost?: boolean;
};

/** More than a family needs; old ones fall out at the end. */
const KEPT = 12;

const listeners = new Set<() => void>();
let cache: { text: string | null; tickets: readonly StoredTicket[] } = {
  text: null,
  tickets: [],
};

/** Newest first. Reads storage each time: another tab may have written it. */
export function storedTickets(): readonly StoredTicket[] {
  const text = readStored(storageKeys.tickets);
  if (text !== cache.text) cache = { text, tickets: parse(text) };
  return cache.tickets;
}

/** Keeps a ticket, newest first; one that is known already keeps its ring count. */
export function rememberTicket(ticket: Omit<StoredTicket, "rung">): void {
  const rest = storedTickets();
  if (rest.some(({ secret }) => secret === ticket.secret)) return;
  write([{ ...ticket, rung: 0 }, ...rest].slice(0, KEPT));
}

/** Drops a ticket that is over. */
export function forgetTicket(secret: string): void {
  const tickets = storedTickets();
  const rest = tickets.filter((ticket) => ticket.secret !== secret);
  if (rest.length !== tickets.length) write(rest);
}

/** How often this device has rung for the ticket; 0 for one it does not hold. */
export function rungFor(secret: string): number {
  return storedTickets().find((ticket) => ticket.secret === secret)?.rung ?? 0;
}

/** Remembers that the device has rung for this call. */
export function markRung(secret: string, callCount: number): void {
  update(secret, { rung: callCount });
}

/** Whether this device has said "almost your turn" for the ticket; also for one it does not hold. */
export function wasToldAlmost(secret: string): boolean {
  const ticket = storedTickets().find((one) => one.secret === secret);
  return ticket === undefined || ticket.toldAlmost === true;
}

/** Remembers that the device has said so. */
export function markToldAlmost(secret: string): void {
  update(secret, { toldAlmost: true });
}

/** The device's tickets as state, kept in step across tabs. */
export function useStoredTickets(): readonly StoredTicket[] {
  return useSyncExternalStore(subscribe, storedTickets);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  window.addEventListener("storage", notify);
  return () => {
    listeners.delete(notify);
    window.removeEventListener("storage", notify);
  };
}

function update(secret: string, change: Partial<StoredTicket>): void {
  write(
    storedTickets().map((ticket) =>
      ticket.secret === secret ? { ...ticket, ...change } : ticket,
    ),
  );
}

function write(tickets: readonly StoredTicket[]): void {
  writeStored(storageKeys.tickets, JSON.stringify(tickets));
  listeners.forEach((notify) => notify());
}

/** Whatever is in storage is foreign text: an older version's, or somebody's. */
function parse(text: string | null): readonly StoredTicket[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isStoredTicket) : [];
  } catch {
    return [];
  }
}

function isStoredTicket(value: unknown): value is StoredTicket {
  if (typeof value !== "object" || value === null) return false;
  const ticket = value as Partial<Record<keyof StoredTicket, unknown>>;
  return (
    typeof ticket.secret === "string" &&
    isClientSecret(ticket.secret) &&
    typeof ticket.businessId === "string" &&
    typeof ticket.queueId === "string" &&
    typeof ticket.takenAt === "number" &&
    typeof ticket.rung === "number"
  );
}
