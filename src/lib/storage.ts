/**
 * The browser's storage, when it lets us. Private windows and full disks throw;
 * then values live in memory until the page closes. Sessions are
 * not here: the auth library keeps them.
 */

/** What storage refused to take; null is a removal. */
const memory = new Map<string, string | null>();

/** Every key the product writes, in one place, so that two features never share one by accident. */
export const storageKeys = {
  theme: "yourturn.theme",
  /** Of the board on the wall, which is no page of a person's. */
  boardTheme: "yourturn.boardTheme",
  boardVoice: "yourturn.boardVoice",
  tickets: "yourturn.tickets",
  /** Pushes were switched off in this browser. */
  pushOff: "yourturn.pushOff",
  pendingJoin: "yourturn.pendingJoin",
  look: "yourturn.look",
  sidebar: "yourturn.sidebar",
  phoneTab: "yourturn.tab",
  deskKeys: "yourturn.deskKeys",
  device: "yourturn.device",
  /** What was done at the desk and is not answered yet; one per user. */
  deskOutbox: (userId: string) => `yourturn.outbox.${userId}`,
  /** What somebody has typed into a form and not sent; one per browser, gone with the session. */
  draft: (form: "setup" | "profile") => `yourturn.draft.${form}`,
  /** The queue an owner looked at last; one per user, because shops share browsers. */
  selectedQueue: (userId: string) => `yourturn.queue.${userId}`,
  /** The paid plan this browser has seen last, so that a change is told once. */
  seenPlan: (userId: string) => `yourturn.plan.${userId}`,
} as const;

/** The stored text, or null when there is none or the browser refuses. */
export function readStored(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores text; null removes it. Never throws. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    // Good enough until the page closes.
    memory.set(key, value);
  }
}
