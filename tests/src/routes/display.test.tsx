/** The display on the wall (product.md TV1 to TV6). The order of announcements is in calls-in-turn.test.ts. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { placeName } from "../../../convex/queue/rules/callPlace.ts";
import type { BoardQueue, Call } from "../../../src/features/display/types.ts";
import DisplayScreen from "../../../src/routes/display.tsx";
import { draw, freshBackend, press } from "../fake-backend.tsx";
import { id, NOW, SHOP } from "../samples.ts";
import { act } from "../act.ts";

const { businessId } = SHOP;
const backend = freshBackend();
const call = (number: number, more: Partial<Call> = {}): Call => ({
  ...{ queueName: "Haircut", letter: null, number, initials: null },
  ...{ at: NOW - 60_000 + number, callCount: 1, place: null, placeParts: null },
  ...more,
});
const queue = (name: string, more: Partial<BoardQueue> = {}): BoardQueue => ({
  ...{
    queueId: id(name),
    name,
    letter: null,
    isActive: true,
    limitReached: false,
  },
  ...{ next: [], waitingCount: 0, pace: null, lastCallAt: null },
  ...{ chairs: 1, atCounter: 0, pause: null },
  ...more,
});
function set(calls: readonly Call[], queues = [queue("Haircut")]): void {
  backend.set(api.line.display.board, { businessId }, { calls, queues });
}
async function open(search = ""): Promise<void> {
  history.replaceState(null, "", `/display?b=${businessId}${search}`);
  await draw(backend, <DisplayScreen />);
}
const text = (selector: string) =>
  document.querySelector(selector)?.textContent ?? null;
const shown = () =>
  [...document.querySelectorAll(".board-called, .board-number")].map(
    ({ textContent }) => Number(textContent),
  );
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  backend.set(api.profile.businesses.publicProfile, { businessId }, SHOP);
});

test("the picture: shows the last call large, three before it, the next customers and the wait", async () => {
  set(
    [1, 2, 3, 4, 5].map((number) => call(number)),
    [queue("Haircut", { next: [6, 7, 8], waitingCount: 12 })],
  );
  await open();
  expect(shown()).toEqual([5, 4, 3, 2]);
  expect(text(".board-when")).toBe("Now calling");
  expect(text(".board-where")).toBe("Please come to the counter");
  expect(text(".board-next")).toBe("678");
  expect(text(".board-wait")).toContain("12 waiting");
  expect(document.title).toBe(`Now calling · ${SHOP.name}`);
});

test("the picture: with several queues names the queue of each call and lists each queue", async () => {
  set(
    [call(1), call(1, { queueName: "Beard", at: NOW, initials: "T. P." })],
    [queue("Beard"), queue("Haircut", { next: [2], waitingCount: 1 })],
  );
  await open();
  expect(text(".board-where")).toBe("Beard");
  expect(text(".board-initials")).toBe("T. P.");
  expect(text(".board-place")).toBe("Haircut");
  expect(document.querySelectorAll(".board-list li")).toHaveLength(2);
});

test("the picture: writes each number with its queue's letter, and makes room for it", async () => {
  set(
    [
      call(12, { letter: "H" }),
      call(8, { letter: "B", queueName: "Beard", at: NOW }),
    ],
    [queue("Haircut", { letter: "H", next: [13], waitingCount: 1 })],
  );
  await open();
  expect(text(".board-called")).toBe("B8");
  expect(text(".board-number")).toBe("H12");
  expect(text(".board-next")).toBe("H13");
  const big = document.querySelector<HTMLElement>(".board-called");
  expect(big?.classList.contains("board-lettered")).toBe(true);
  expect(Number(big?.style.getPropertyValue("--digits"))).toBeCloseTo(2.2);
});

test("the picture: without calls has a large code, but none if the shop takes no customers", async () => {
  set([]);
  await open();
  expect(text(".board-newest")).toContain("No calls yet. Scan to join.");
  expect(document.querySelectorAll(".board-code")).toHaveLength(1);
  const closed = { ...SHOP, takesCustomers: false };
  await backend.change(
    api.profile.businesses.publicProfile,
    { businessId },
    closed,
  );
  expect(text(".board-newest")).toBe("No calls yet.");
  expect(document.querySelector(".board-code")).toBeNull();
});

test("the picture: nobody is invited while no queue is open, or every open one is full", async () => {
  const full = queue("Haircut", { limitReached: true });
  const closed = queue("Beard", { isActive: false, waitingCount: 1 });
  set([], []);
  await open();
  const change = (queues: BoardQueue[]) =>
    backend.change(
      api.line.display.board,
      { businessId },
      { calls: [], queues },
    );
  for (const queues of [[], [full], [full, closed]]) {
    await change(queues);
    expect(text(".board-newest")).toBe("No calls yet.");
    expect(document.querySelector(".board-code")).toBeNull();
  }
  await change([full, closed, queue("Colour")]);
  expect(text(".board-newest")).toContain("Scan to join.");
});

test("the picture: shows the time of an older call, and drops one of hours ago", async () => {
  set([call(1, { at: NOW - 7 * 3_600_000 }), call(2)]);
  await open();
  expect(shown()).toEqual([2]);
  await act(async () => vi.advanceTimersByTime(10 * 60_000));
  expect(text(".board-when")).toBe("Called at 11:41");
  await act(async () => vi.advanceTimersByTime(6 * 3_600_000));
  expect(text(".board-newest")).toContain("No calls yet.");
});

test("the picture: nobody is asked to join while no chair is open", async () => {
  set([call(1)], [queue("Haircut", { chairs: 0 })]);
  await open();
  expect(text(".board-range")).toBe("No chair is open.");
});

test("the picture: nobody is asked to join a shop that takes no customers", async () => {
  set([call(1)]);
  await open();
  expect(text(".board-range")).toBe("Join now: no wait");
  await backend.change(
    api.profile.businesses.publicProfile,
    { businessId },
    { ...SHOP, takesCustomers: false },
  );
  expect(text(".board-range")).toBe("No wait.");
});

test("the picture: shows that the shop runs late until that is over", async () => {
  const notice = { minutes: 15, since: NOW, until: NOW + 60_000 };
  const late = { ...SHOP, notice };
  backend.set(api.profile.businesses.publicProfile, { businessId }, late);
  set([call(1)]);
  await open();
  expect(text(".board-late")).toBe("Running about 15 minutes late");
  await act(async () => vi.advanceTimersByTime(75_000));
  expect(text(".board-late")).toBeNull();
});

test("the picture: a link that leads to no shop says so, and offers no retry", async () => {
  backend.set(api.profile.businesses.publicProfile, { businessId }, null);
  backend.set(api.line.display.board, { businessId }, null);
  await open();
  expect(text("h1")).toBe("This code doesn't lead to a shop");
  expect(text("button")).toBeNull();
});

test("a display that is left alone: shows that it loads until the server has answered without an error", async () => {
  backend.set(api.line.display.board, { businessId }, new Error("down"));
  await open();
  expect(text(".board-newest [role=status]")).toBe("Loading the display...");
  await act(async () => set([call(1)]));
  expect(text(".board-newest [role=status]")).toBeNull();
  expect(shown()).toEqual([1]);
});

test("a display that is left alone: keeps its picture when an answer fails, and continues with the next", async () => {
  set([call(1)]);
  await open();
  await backend.change(
    api.line.display.board,
    { businessId },
    new Error("down"),
  );
  expect(shown()).toEqual([1]);
  expect(text(".board-wait")).toContain("Nobody is waiting");
  await act(async () => set([call(1), call(2, { at: NOW })]));
  expect(shown()).toEqual([2, 1]);
});

test("a display that is left alone: shows since when the connection is lost, and is grey after five minutes", async () => {
  set([call(1)]);
  await open();
  await act(async () => backend.connect(false));
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(text(".board-cut")).toBe("Offline · as of 11:42");
  expect(document.querySelector(".board-grey")).toBeNull();
  await act(async () => vi.advanceTimersByTime(6 * 60_000));
  expect(document.querySelector(".board-grey")).not.toBeNull();
  expect(shown()).toEqual([1]);
  await act(async () => backend.connect(true));
  expect(document.querySelector(".board-cut, .board-grey")).toBeNull();
});

test("a display that is left alone: hides pointer and switches without activity", async () => {
  set([]);
  await open();
  await act(async () => vi.advanceTimersByTime(10_000));
  expect(document.querySelector(".board-idle")).not.toBeNull();
  await act(async () => window.dispatchEvent(new Event("pointerdown")));
  expect(document.querySelector(".board-idle")).toBeNull();
  await act(async () => vi.advanceTimersByTime(3_000));
  expect(document.querySelector(".board-idle")).not.toBeNull();
});

test("the display is dark, or light by the address or the switch, which is remembered", async () => {
  const theme = () => document.documentElement.dataset["theme"];
  set([]);
  await open();
  expect(theme()).toBe("dark");
  await press("Light Mode");
  expect(theme()).toBe("light");
  await open();
  expect(theme()).toBe("light");
  await act(async () =>
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "T" })),
  );
  await open("&theme=light");
  expect(theme()).toBe("light");
});

test("the display is silent until a tap, then announces each call with its queue", async () => {
  const said: string[] = [];
  vi.stubGlobal("SpeechSynthesisUtterance", FakeUtterance);
  vi.stubGlobal("speechSynthesis", {
    speak: ({ text, onend }: FakeUtterance) => {
      said.push(text);
      setTimeout(() => onend?.(), 2_000);
    },
    cancel: () => undefined,
  });
  const both = [queue("Beard"), queue("Haircut")];
  set([], both);
  await open();
  const [first, second, third] = [1, 2, 3].map((number) =>
    call(number, { at: NOW + number }),
  ) as [Call, Call, Call];
  await act(async () => set([first], both));
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(said).toEqual([]);
  await press("Announce calls");
  expect(said.splice(0)).toEqual(["Calls will now be announced."]);
  await act(async () => set([first, second, third], both));
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(said).toEqual([
    "Number 2, Haircut, please come to the counter.",
    "Number 3, Haircut, please come to the counter.",
  ]);
  const to = (chair: string, person: string | null) => ({
    place: placeName({ chair, person }),
    placeParts: { chair, person },
  });
  const fourth = call(4, { at: NOW + 4, ...to("Window · left", "Sam") });
  const fifth = call(5, { at: NOW + 5, ...to("Chair 1", null) });
  await act(async () => set([third, fourth, fifth], both));
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(said.splice(2)).toEqual([
    "Number 4, to Window · left with Sam, please.",
    "Number 5, to Chair 1, please.",
  ]);
  await press("Stop announcing");
  await act(async () => set([fifth, call(6, { at: NOW + 20_000 })], both));
  expect(said).toHaveLength(2);
});

/** The parts of the browser's class that the display uses. */
class FakeUtterance {
  lang = "";
  onend: (() => void) | undefined;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
