/** The tickets on this device: their secrets and ring counts. Their state always comes from the server. */
import { useSyncExternalStore } from "react";
import { isClientSecret } from "../../../convex/base/rules/secrets";
import { newListeners } from "../../lib/listeners";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

export type StoredTicket = {
  secret: string;
  businessId: string;
  queueId: string;
  /** Device time in ms, only to detect a second ticket taken by mistake. */
  takenAt: number;
  rung: number;
  /** Whether this device has given the "almost your turn" alert. */
  toldAlmost?: boolean;
};

/** More than a family needs. The oldest are dropped. */
const KEPT = 12;

const listeners = newListeners();
let cache: { text: string | null; tickets: readonly StoredTicket[] } = {
  text: null,
  tickets: [],
};

/** Newest first. Reads storage each time, because another tab may have written it. */
export function storedTickets(): readonly StoredTicket[] {
  const text = readStored(storageKeys.tickets);
  if (text !== cache.text) cache = { text, tickets: parse(text) };
  return cache.tickets;
}

/** Changes what this device knows about a ticket that it holds. */
export function updateTicket(
  secret: string,
  change: Partial<StoredTicket>,
): void {
  write(
    storedTickets().map((ticket) =>
      ticket.secret === secret ? { ...ticket, ...change } : ticket,
    ),
  );
}

/** Stores a ticket, newest first. A known one keeps its ring count. */
export function rememberTicket(ticket: Omit<StoredTicket, "rung">): void {
  const rest = storedTickets();
  if (rest.some(({ secret }) => secret === ticket.secret)) return;
  write([{ ...ticket, rung: 0 }, ...rest].slice(0, KEPT));
}

export function forgetTicket(secret: string): void {
  const tickets = storedTickets();
  const rest = tickets.filter((ticket) => ticket.secret !== secret);
  if (rest.length !== tickets.length) write(rest);
}

/** The device's tickets as state, in step across tabs. */
export function useStoredTickets(): readonly StoredTicket[] {
  return useSyncExternalStore(subscribe, storedTickets);
}

function subscribe(notify: () => void): () => void {
  const stop = listeners.subscribe(notify);
  window.addEventListener("storage", notify);
  return () => {
    stop();
    window.removeEventListener("storage", notify);
  };
}

function write(tickets: readonly StoredTicket[]): void {
  writeStored(storageKeys.tickets, JSON.stringify(tickets));
  listeners.notify();
}

/** Storage holds untrusted text, such as an older version's. */
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
