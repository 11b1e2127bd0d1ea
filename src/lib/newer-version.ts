/**
 * A page that stayed open across an update asks for files that are gone. It is then loaded again, once: the server has
 * the tickets and queues, so nothing is lost.
 */

/** Reloads at most this often, ms, so that a file that is missing for good shows the error page instead of a loop. */
const ONCE_PER_MS = 60_000;
const KEY = "yourturn.reloadedAt";

/** Whether a reload may help. @param last when the page was last reloaded for this, epoch ms, null if never */
export function mayReload(last: number | null, now: number): boolean {
  return last === null || now - last > ONCE_PER_MS;
}

/** From now on a missing file of an older version reloads the page. */
export function reloadWhenOutdated(): void {
  // https://vite.dev/guide/build#load-error-handling
  window.addEventListener("vite:preloadError", (event) => {
    const last = lastReload();
    if (last === undefined || !mayReload(last, Date.now())) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}

/** @returns undefined when this browser keeps nothing: then a loop could not be noticed */
function lastReload(): number | null | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    return stored === null ? null : Number(stored);
  } catch {
    return undefined;
  }
}
