/** When the worker is registered, and that it can be removed. Its work is tested in e2e/offline.spec.ts. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  keepServiceWorker,
  removeServiceWorker,
} from "../../../../src/lib/server/service-worker.ts";

const unregister = vi.fn(() => Promise.resolve(true));
const register = vi.fn(() => Promise.resolve());
const forget = vi.fn(() => Promise.resolve(true));
beforeEach(() => {
  vi.stubGlobal("navigator", {
    serviceWorker: {
      register,
      getRegistrations: () => Promise.resolve([{ unregister }]),
    },
  });
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve(["offline-1", "somebody-else"]),
    delete: forget,
  });
});
afterEach(() => vi.clearAllMocks());

test("the worker is removed with its own caches when it is switched off", async () => {
  keepServiceWorker(removeServiceWorker);
  await vi.waitFor(() => expect(forget).toHaveBeenCalled());
  expect(unregister).toHaveBeenCalledOnce();
  expect(forget.mock.calls).toEqual([["offline-1"]]);
  expect(register).not.toHaveBeenCalled();
});

test("a browser without workers, or one that refuses, causes no error", async () => {
  register.mockRejectedValueOnce(new Error("SecurityError"));
  keepServiceWorker();
  await Promise.resolve();
  vi.stubGlobal("navigator", {});
  keepServiceWorker();
  expect(register).toHaveBeenCalledOnce();
});
