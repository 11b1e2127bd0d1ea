/**
 * Pages that stayed open across an update: they ask for files and call functions
 * that are gone. A file can also be missing because there is no connection. The
 * page is then loaded again, which loses nothing, because tickets and
 * queues are on the server; but only when the server answers: without a
 * connection that would end at the browser's own error page.
 */

/** Reloads by itself at most this often, ms, so that a file that is missing for good shows an error instead of a loop. */
const ONCE_PER_MS = 60_000;
const KEY = "yourturn.reloadedAt";
/** How long the server may take to show that it is there. */
const ANSWER_MS = 5_000;

const missing = new WeakSet<Error>();
/** Quiet loads that are under way. */
let quiet = 0;

/** Loads what nobody may be waiting for: when it cannot be had, the page and what is on it stay. */
export function loadQuietly<T>(load: () => Promise<T>): Promise<T> {
  quiet++;
  return load().finally(() => quiet--);
}

/** Whether a reload may help. @param last when the page was last reloaded for this, epoch ms, null if never */
export function mayReload(last: number | null, now: number): boolean {
  return last === null || now - last > ONCE_PER_MS;
}

/** From now on a missing file reloads the page, once, if the server is there; one that is loaded quietly does not. */
export function watchMissingFiles(): void {
  // https://vite.dev/guide/build#load-error-handling
  window.addEventListener("vite:preloadError", (event) => {
    missing.add(event.payload);
    if (!quiet) void loadAgainOnce();
  });
}

/** Whether an error is a file of the app that could not be loaded, and none of the app's own. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}

/** What the server says of a function that it does not have. */
const GONE = /Could not find public function for /;
/** The same as a whole answer. Convex puts the request before it. */
const ANSWER_GONE =
  /^(?:\[[^\]]*\] )?(?:Server Error\s+)?Could not find public function for /;

/** Whether an error of the Convex client says that this page calls a function that is gone. */
export function isFunctionGone(error: unknown): boolean {
  return error instanceof Error && GONE.test(error.message);
}

/**
 * Reloads the page, once, if a message of the server says that this page calls a function that is gone. Only the
 * server's own words count: a customer may be called like them.
 * @param message of the sync protocol, JSON
 */
export function readVersion(message: string): void {
  if (!GONE.test(message)) return;
  const {
    modifications = [],
    success,
    result,
  } = JSON.parse(message) as {
    modifications?: readonly { errorMessage?: unknown }[];
    success?: boolean;
    result?: unknown;
  };
  const said = modifications.map(({ errorMessage }) => errorMessage);
  if (success === false) said.push(result);
  const isGone = said.some(
    (text) => typeof text === "string" && ANSWER_GONE.test(text),
  );
  if (isGone) void loadAgainOnce();
}

/** Loads the page again. @returns false, and nothing done, when the server does not answer */
export async function loadAgain(): Promise<boolean> {
  const there = await isServerThere();
  if (there) window.location.reload();
  return there;
}

/** The same, unless it was just done. Without a memory in this browser a loop could not be noticed, so then never. */
export async function loadAgainOnce(): Promise<void> {
  const last = lastReload();
  if (last === undefined || !mayReload(last, Date.now())) return;
  if (await loadAgain()) sessionStorage.setItem(KEY, String(Date.now()));
}

/** Whether the server answers at this moment, so that a page of it can be loaded. */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const { ok } = await fetch("/", {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return ok;
  } catch {
    return false;
  }
}

/** @returns undefined when this browser keeps nothing */
function lastReload(): number | null | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    return stored === null ? null : Number(stored);
  } catch {
    return undefined;
  }
}
