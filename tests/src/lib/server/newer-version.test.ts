/** Files that could not be loaded. */
import { beforeEach, expect, test, vi } from "vitest";
import {
  isFunctionGone,
  isMissingFile,
  loadAgain,
  loadQuietly,
  mayReload,
  readVersion,
  watchMissingFiles,
} from "../../../../src/lib/server/newer-version";

const reload = vi.hoisted(() => vi.fn());
vi.mock("../../../../src/lib/address/reload-page", () => ({
  reloadPage: reload,
}));
const ask = vi.fn<() => Promise<{ ok: boolean }>>();
beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  ask.mockReset().mockResolvedValue({ ok: true });
  vi.stubGlobal("fetch", ask);
});

watchMissingFiles();
/** Does what Vite's loader does when a file is missing. */
function miss(error: Error): void {
  const event = Object.assign(
    new Event("vite:preloadError", { cancelable: true }),
    { payload: error },
  );
  window.dispatchEvent(event);
  // The error reaches the screen's boundary.
  expect(event.defaultPrevented).toBe(false);
}

test("a page may reload once a minute, so it does not loop", () => {
  const now = 1_000_000;
  expect(mayReload(null, now)).toBe(true);
  expect(mayReload(now - 5_000, now)).toBe(false);
  expect(mayReload(now - 61_000, now)).toBe(true);
});

test("a missing file: is recognised by its error, and reloads the page once if the server answers", async () => {
  const error = new TypeError("Failed to fetch");
  expect(isMissingFile(error)).toBe(false);
  miss(error);
  expect(isMissingFile(error)).toBe(true);
  expect(isMissingFile(new TypeError("Failed to fetch"))).toBe(false);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  miss(new TypeError("again"));
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a missing file: that is loaded quietly reloads nothing", async () => {
  const error = new TypeError("Failed to fetch");
  const load = () => {
    miss(error);
    return Promise.reject(error);
  };
  await expect(loadQuietly(load)).rejects.toBe(error);
  await new Promise(setImmediate);
  expect(ask).not.toHaveBeenCalled();
  expect(isMissingFile(error)).toBe(true);
  miss(new TypeError("one that is waited for"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a proxy without a server", () => Promise.resolve({ ok: false })],
])("a missing file: reloads nothing with %s", async (_name, answer) => {
  ask.mockImplementation(answer);
  miss(new TypeError("Failed to fetch"));
  expect(await loadAgain()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test("a missing file: is not retried while the browser reports being offline", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(await loadAgain()).toBe(false);
  expect(ask).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  onLine.mockRestore();
});

const gone = "Could not find public function for 'desk:board'.";
const failed = (errorMessage: string) => ({
  type: "Transition",
  modifications: [
    { type: "QueryUpdated", queryId: 1, value: null },
    { type: "QueryFailed", queryId: 2, errorMessage },
  ],
});

test.each([
  ["a query", failed(gone)],
  ["a query on Convex", failed(`[Request ID: 1a2b] Server Error\n${gone}`)],
  ["a mutation", { type: "MutationResponse", success: false, result: gone }],
])("a missing function reloads the page once: %s", async (_name, message) => {
  readVersion(JSON.stringify(message));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  readVersion(JSON.stringify(message));
  await new Promise(setImmediate);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ["a customer with such a name", { modifications: [{ value: gone }] }],
  ["an answer that holds it", { success: true, result: gone }],
  ["an error that quotes it", failed(`It is called "${gone}"`)],
])("a missing function: no reload for %s", async (_name, message) => {
  readVersion(JSON.stringify(message));
  await new Promise(setImmediate);
  expect(ask).not.toHaveBeenCalled();
});

test("a page that calls a missing function: recognises the error that the client throws", () => {
  const thrown = new Error(`[CONVEX M(desk:call)] [Request ID: 1] ${gone}`);
  expect(isFunctionGone(thrown)).toBe(true);
  expect(isFunctionGone(new Error("no"))).toBe(false);
});
