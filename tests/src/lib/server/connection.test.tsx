/** Which changes of the connection make a screen draw again. */
import { expect, test, vi } from "vitest";
import { useFreshness } from "../../../../src/lib/server/connection.ts";
import { maySend } from "../../../../src/lib/server/convex-client.ts";
import { noteHeard, watchSilence } from "../../../../src/lib/server/online.ts";
import { api } from "../../../../convex/_generated/api";
import { draw, FakeBackend } from "../../fake-backend.tsx";
import { act } from "../../act.ts";

let drawn = 0;
function Screen() {
  const freshness = useFreshness();
  drawn += 1;
  return <p>{freshness.live ? "live" : `cut at ${freshness.asOf}`}</p>;
}
const shown = () => document.querySelector("p")?.textContent;

test("a request redraws nothing; a lost connection shows after its grace, and so does its end", async () => {
  vi.useFakeTimers();
  const backend = new FakeBackend();
  await draw(backend, <Screen />);
  const before = drawn;
  // The client reports every change of its state.
  await backend.change(api.desk.queues.list, {}, []);
  expect(drawn).toBe(before);
  await act(async () => backend.connect(false));
  expect(shown(), "a short cut stays unnoticed").toBe("live");
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(shown()).toMatch(/^cut at \d+$/);
  await act(async () => backend.connect(true));
  expect(shown()).toBe("live");
});

test("a screen opened during a lost connection shows it at once, with its start", async () => {
  vi.useFakeTimers();
  const backend = new FakeBackend();
  const close = await draw(backend, <Screen />);
  await act(async () => backend.connect(false));
  await act(async () => vi.advanceTimersByTime(2_000));
  const said = shown();
  await close();
  await act(async () => vi.advanceTimersByTime(60_000));
  await draw(backend, <Screen />);
  expect(said).toMatch(/^cut at \d+$/);
  expect(shown()).toBe(said);
  await act(async () => backend.connect(true));
  expect(shown()).toBe("live");
});

test("a message of the server proves a connection that the browser denies, until it is cut", async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const backend = new FakeBackend();
  await draw(backend, <Screen />);
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(shown()).toMatch(/^cut at/);
  expect(maySend(backend.client())).toBe(false);
  await act(async () => noteHeard());
  expect(shown()).toBe("live");
  expect(maySend(backend.client())).toBe(true);
  await act(async () => window.dispatchEvent(new Event("offline")));
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(shown()).toMatch(/^cut at/);
});

test("a page that wakes after a silence says since when its data may be old, unless messages had waited for it", async () => {
  vi.useFakeTimers();
  const renew = vi.fn();
  watchSilence(renew);
  const backend = new FakeBackend();
  await draw(backend, <Screen />);
  const wake = async () =>
    await act(async () => window.dispatchEvent(new Event("focus")));
  const pass = async (ms: number) =>
    await act(async () => vi.advanceTimersByTime(ms));
  noteHeard();
  const heardAt = Date.now();
  await pass(16_000);
  await wake();
  expect(maySend(backend.client()), "no longer than a ping").toBe(true);
  await pass(30_000);
  await wake();
  expect(maySend(backend.client())).toBe(false);
  await act(async () => noteHeard());
  await pass(2_000);
  expect(shown()).toBe("live");
  expect(maySend(backend.client())).toBe(true);
  expect(renew).not.toHaveBeenCalled();

  await pass(28_000);
  const lastHeard = heardAt + 46_000;
  await wake();
  await pass(2_000);
  expect(renew).toHaveBeenCalledOnce();
  expect(shown()).toBe(`cut at ${lastHeard}`);
  await act(async () => noteHeard());
  expect(shown()).toBe("live");
});
