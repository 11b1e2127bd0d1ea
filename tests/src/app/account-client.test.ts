/** Actions are sent now or never. */
import { ConvexReactClient } from "convex/react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { AccountClient } from "../../../src/app/account-client.ts";

const told = vi.hoisted(() => vi.fn<(token: string) => Promise<null>>());
vi.mock("convex/browser", () => ({
  ConvexHttpClient: class {
    #token = "";
    setAuth(token: string) {
      this.#token = token;
    }
    action = () => told(this.#token);
  },
}));

/** Messages that the real client was asked to send. It would keep them while there is no connection. */
let sent: unknown[];
let answer: Promise<unknown>;
let connected: boolean;
let watchers: Set<() => void>;
const state = () =>
  ({ isWebSocketConnected: connected }) as ReturnType<
    ConvexReactClient["connectionState"]
  >;
function connect(is: boolean): void {
  connected = is;
  watchers.forEach((notify) => notify());
}
let client: AccountClient;
beforeEach(() => {
  vi.useFakeTimers();
  told.mockReset().mockResolvedValue(null);
  [sent, connected, watchers] = [[], true, new Set()];
  answer = Promise.resolve({ tokens: null });
  const base = ConvexReactClient.prototype;
  vi.spyOn(base, "connectionState").mockImplementation(state);
  vi.spyOn(base, "subscribeToConnectionState").mockImplementation((notify) => {
    const watcher = () => notify(state());
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  });
  vi.spyOn(base, "setAuth").mockImplementation(() => undefined);
  vi.spyOn(base, "action").mockImplementation((async (
    _action: unknown,
    args: unknown,
  ) => {
    sent.push(args);
    return await answer;
  }) as ConvexReactClient["action"]);
  client = new AccountClient("http://127.0.0.1:1");
  client.setAuth(async () => "the token");
});

const PARAMS = { params: { flow: "signUp" } };
const signUp = () => {
  const done = vi.fn<(outcome: string) => void>();
  client.action(api.auth.signIn, PARAMS).then(
    () => done("signed in"),
    () => done("refused"),
  );
  return done;
};

test("without a connection a sign-up fails and is not sent, now or later", async () => {
  connect(false);
  const done = signUp();
  await vi.advanceTimersByTimeAsync(4_500);
  expect(done).toHaveBeenCalledExactlyOnceWith("refused");
  connect(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test("a browser that reports being offline fails at once", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const done = signUp();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledExactlyOnceWith("refused");
  expect(sent).toEqual([]);
});

test("a sign-up waits for the page's first connection", async () => {
  connect(false);
  const done = signUp();
  await vi.advanceTimersByTimeAsync(3_000);
  connect(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([PARAMS]);
  expect(done).toHaveBeenCalledExactlyOnceWith("signed in");
});

test("tokens that arrive after the form has given up are dropped", async () => {
  const late = Promise.withResolvers<unknown>();
  answer = late.promise;
  const done = signUp();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(done).toHaveBeenCalledExactlyOnceWith("refused");
  late.resolve({ tokens: { token: "t", refreshToken: "r" } });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledTimes(1);
});

test("a logout without a connection fails at once, and the server learns of it once connected again", async () => {
  connect(false);
  told.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(client.action(api.auth.signOut, {})).rejects.toThrow();
  expect(told).not.toHaveBeenCalled();
  connect(true);
  await vi.advanceTimersByTimeAsync(0);
  connect(false);
  connect(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(told.mock.calls).toEqual([["the token"], ["the token"]]);
  connect(false);
  connect(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveBeenCalledTimes(2);
});

test("a lost connection that only the browser has noticed ends with its 'online' event", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(client.action(api.auth.signOut, {})).rejects.toThrow();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("online"));
  expect(told.mock.calls).toEqual([["the token"]]);
});

test("a logout that the server received is not sent again", async () => {
  await client.action(api.auth.signOut, {});
  connect(false);
  connect(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).not.toHaveBeenCalled();
});

test("a server that does not answer does not block a logout", async () => {
  answer = new Promise(() => undefined);
  const done = vi.fn();
  client.action(api.auth.signOut, {}).catch(done);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(done).toHaveBeenCalledTimes(1);
});
