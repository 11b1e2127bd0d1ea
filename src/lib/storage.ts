/** The browser's storage. Where it throws (private windows, full disks), values stay in memory. */

import * as storageKeys from "./storage-keys";

export { storageKeys };

/** One area for the device, which all tabs share, and one for this tab. */
const areas = {
  device: () => window.localStorage,
  tab: () => window.sessionStorage,
} as const;
type Area = keyof typeof areas;

/** What storage refused to take; null is a removal. */
const memory = new Map<string, string | null>();

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
