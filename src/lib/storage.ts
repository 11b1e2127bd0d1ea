/**
 * The browser's storage, when it lets us. Private windows and full disks throw;
 * then values live in memory until the page closes. Not for anything secret of
 * an account: sessions are kept by the auth library.
 */

const memory = new Map<string, string>();

/** Every key the product writes, in one place, so that two features never share one by accident. */
export const storageKeys = {
  theme: "yourturn.theme",
  tickets: "yourturn.tickets",
  pendingJoin: "yourturn.pendingJoin",
  sidebar: "yourturn.sidebar",
  phoneTab: "yourturn.tab",
  deskKeys: "yourturn.deskKeys",
  /** The queue an owner looked at last; one per user, because shops share browsers. */
  selectedQueue: (userId: string) => `yourturn.queue.${userId}`,
} as const;

/** The stored text, or null when there is none or the browser refuses. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores text; null removes it. Never throws. */
export function writeStored(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Kept in memory above: good enough until the page closes.
  }
}
