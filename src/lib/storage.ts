/** The browser's storage. Where it throws (private windows, full disks), values stay in memory. */

/** One area for the device, which all tabs share, and one for this tab. */
const areas = {
  device: () => window.localStorage,
  tab: () => window.sessionStorage,
} as const;
type Area = keyof typeof areas;

/** What storage refused to take; null is a removal. */
const memory = new Map<string, string | null>();

/** Every key of the product, in one place, so that no two features share one by accident. */
export const storageKeys = {
  theme: "yourturn.theme",
  /** For the display, which is not a person's page. */
  boardTheme: "yourturn.boardTheme",
  boardVoice: "yourturn.boardVoice",
  tickets: "yourturn.tickets",
  /** The last call of a ticket that this tab has shown, audible or not. */
  shownCall: (secret: string) => `yourturn.shown.${secret}`,
  /** Pushes were switched off in this browser. */
  pushOff: "yourturn.pushOff",
  pendingJoin: "yourturn.pendingJoin",
  /** The name typed in the join form, until it is joined; in this tab. */
  joinName: "yourturn.joinName",
  look: "yourturn.look",
  sidebar: "yourturn.sidebar",
  phoneTab: "yourturn.tab",
  deskKeys: "yourturn.deskKeys",
  device: "yourturn.device",
  deskOutbox: (userId: string) => `yourturn.outbox.${userId}`,
  /** Somebody left the shop's tablet, in this tab: a reload without a connection must not bring them back. */
  tabletLeft: "yourturn.tabletLeft",
  /** The secret of the invitation that a log-in leads back to; in this tab. */
  invitation: "yourturn.invitation",
  /** Unsent text of a form; one per browser, or for support per tab. Deleted with the session. */
  draft: (form: "setup" | "profile" | "support") => `yourturn.draft.${form}`,
  selectedQueue: (userId: string) => `yourturn.queue.${userId}`,
  /** The counter shows only one's own people. */
  onlyMine: (userId: string) => `yourturn.onlyMine.${userId}`,
  seenPlan: (userId: string) => `yourturn.plan.${userId}`,
} as const;

/** Whether this browser keeps nothing for the page. Blocking cookies does that too. */
export function isStorageBlocked(): boolean {
  try {
    areas.device().getItem(storageKeys.theme);
    return false;
  } catch {
    return true;
  }
}

/** The stored text, or null when there is none or the browser refuses. */
export function readStored(key: string, area: Area = "device"): string | null {
  const kept = memory.get(`${area} ${key}`);
  if (kept !== undefined) return kept;
  try {
    return areas[area]().getItem(key);
  } catch {
    return null;
  }
}

/** Stores text; null removes it. Never throws. */
export function writeStored(
  key: string,
  value: string | null,
  area: Area = "device",
): void {
  const slot = `${area} ${key}`;
  try {
    if (value === null) areas[area]().removeItem(key);
    else areas[area]().setItem(key, value);
    memory.delete(slot);
  } catch {
    // Kept until the page closes.
    memory.set(slot, value);
  }
}
