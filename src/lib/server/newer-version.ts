/**
 * Pages that stayed open across a deploy request files and functions that are gone. They then reload, but only when the
 * server answers, to avoid the browser's own error page.
 */
import { reloadPage } from "../address/reload-page";
import { isOnline } from "./online";
import { within } from "./within";

/** The minimum time between automatic reloads, ms. A file that stays missing then shows an error instead of a loop. */
const ONCE_PER_MS = 60_000;
const KEY = "yourturn.reloadedAt";
/** How long the server may take to answer. */
const ANSWER_MS = 5_000;

const missing = new WeakSet<Error>();
let quiet = 0;

/** Loads something not urgent: if it fails, the page stays as it is. */
export function loadQuietly<T>(load: () => Promise<T>): Promise<T> {
  quiet++;
  return load().finally(() => quiet--);
}

/** @param last when the page was last reloaded for this, epoch ms, null if never */
export function mayReload(last: number | null, now: number): boolean {
  return last === null || now - last > ONCE_PER_MS;
}

/** From now on a missing file reloads the page, once, if the server answers. Quiet loads do not. */
export function watchMissingFiles(): void {
  // https://vite.dev/guide/build#load-error-handling
  window.addEventListener("vite:preloadError", (event) => {
    missing.add(event.payload);
    if (!quiet) void loadAgainOnce();
  });
}

/** Whether an app file could not be loaded. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}

/** The server's message for a missing function. */
const GONE = /Could not find public function for /;
/** The same as a whole answer. Convex puts the request before it. */
const ANSWER_GONE =
  /^(?:\[[^\]]*\] )?(?:Server Error\s+)?Could not find public function for /;

export function isFunctionGone(error: unknown): boolean {
  return error instanceof Error && GONE.test(error.message);
}

/** Reloads once if a server error names a missing function. Customers' names may contain the same words. */
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

/** Reloads the page. @returns false, without a reload, when the server does not answer */
export async function loadAgain(): Promise<boolean> {
  const there = await isServerThere();
  if (there) reloadPage();
  return there;
}

/** Never without session storage, because a loop would go undetected. */
export async function loadAgainOnce(): Promise<void> {
  const last = lastReload();
  if (last === undefined || !mayReload(last, Date.now())) return;
  if (await loadAgain()) sessionStorage.setItem(KEY, String(Date.now()));
}

export async function isServerThere(): Promise<boolean> {
  if (!isOnline()) return false;
  try {
    const asked = fetch("/", { method: "HEAD", cache: "no-store" });
    const { ok } = await within(asked, ANSWER_MS);
    return ok;
  } catch {
    return false;
  }
}

/** @returns undefined without session storage */
function lastReload(): number | null | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    return stored === null ? null : Number(stored);
  } catch {
    return undefined;
  }
}
