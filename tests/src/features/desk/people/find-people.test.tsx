/** Find: in place of the list's head, among everybody at the counter, waiting and booked, and behind the desk's rows. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { findAmong } from "../../../../../convex/desk/rules/find.ts";
import type { Board } from "../../../../../src/features/desk/types.ts";
import { showCounter } from "../../../desk-at.tsx";
import {
  click,
  call,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { page, pass } from "../../../fake-session.tsx";
import { board, id, NOW, person, byOwner } from "../../../samples.ts";
import { fill, strike } from "../../../user.ts";

const backend = freshBackend();
const { actions } = api.desk;
beforeEach(() =>
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "setTimeout", "clearTimeout"],
  }),
);

const field = () =>
  document.querySelector<HTMLInputElement>("input[type=search]");
const ask = async (text: string) => await fill("input[type=search]", text);
const FAR = person(140, { name: "Zoë" });
const rows = () =>
  [...document.querySelectorAll(".desk-list li[data-person]")].map((one) =>
    one.getAttribute("data-person"),
  );

const AT = board({
  called: [
    person(12, { name: "Zora", status: "called", calledAt: NOW, phone: null }),
  ],
  waiting: [
    person(1, { name: "Zoë Müller", phone: "+447911123456" }),
    person(2),
    person(120, { name: "Ana 12" }),
    person(121, { name: "محمد عبد الرحمن" }),
  ],
  waitingCount: 4,
  scheduled: [person(7, { name: "zoltan", scheduledTime: NOW + 3_600_000 })],
  scheduledCount: 1,
});

async function open(at: Board | readonly Board[] = AT): Promise<void> {
  await showCounter(backend, at);
  await press("Find");
}

test.each(["Escape", "Close"])("%s ends the search", async (how) => {
  await open();
  await ask("zo");
  if (how === "Close") await press("Close");
  else await strike("Escape");
  expect(field()).toBeNull();
  find("button", "Add walk-in");
  expect(rows()).toHaveLength(5);
});

test("the Escape that takes back an unfinished word of a Japanese keyboard does not end the search", async () => {
  await open();
  await strike("Escape", { isComposing: true });
  await strike("Escape", { keyCode: 229 });
  expect(field()).not.toBeNull();
  await strike("Escape");
  expect(field()).toBeNull();
});

test("called people, those waiting and those booked are found, with their own actions", async () => {
  await open();
  await ask("zo");
  expect(rows()).toEqual(["ticket-12", "ticket-1", "ticket-7"]);
  const row = (ticketId: string) =>
    find(`.desk-list li[data-person=${ticketId}]`);
  const names = (ticketId: string) =>
    [...row(ticketId).querySelectorAll("button")].map(
      (button) => button.ariaLabel,
    );
  expect(row("ticket-12").textContent).toContain("Called");
  expect(names("ticket-12")).toEqual(["More for #12 Zora"]);
  expect(names("ticket-1")).toEqual([
    "Call #1 Zoë Müller",
    "More for #1 Zoë Müller",
  ]);
  expect(names("ticket-7")).toEqual([
    "Here: #7 zoltan",
    "Call Now: #7 zoltan",
    "More for #7 zoltan",
  ]);
});

test.each([
  ["Łukasz Wójcik", "lukasz wojcik"],
  ["Işık Yıldız", "isik yildiz"],
  ["Işık Yıldız", "IŞIK"],
  ["İsmail", "ismail"],
  ["Søren Großmann", "soren grossmann"],
  ["Đorđe", "dorde"],
])("%s is found by '%s'", (name, typed) => {
  expect(findAmong([person(1, { name })], typed)).toHaveLength(1);
});

test("a name is found on a phone that is set to Turkish, where I is not i", () => {
  vi.spyOn(String.prototype, "toLocaleLowerCase").mockImplementation(function (
    this: string,
  ) {
    return this.replaceAll("I", "ı").toLowerCase();
  });
  expect(findAmong([person(1, { name: "Irina" })], "irina")).toHaveLength(1);
});

test("a found person can be called", async () => {
  backend.on(actions.call, () => ({ ok: true }));
  await open();
  await ask("zoe");
  await click(".desk-list button[aria-label='Call #1 Zoë Müller']");
  expect(backend.sent).toEqual([
    call(actions.call, { ...byOwner, ticketId: "ticket-1" }),
  ]);
});

test("a booking of another day is found, too", async () => {
  const scheduledTime = NOW + 48 * 3_600_000;
  const scheduled = [person(7, { name: "Zoltan", scheduledTime })];
  await open(board({ scheduled, scheduledCount: 1 }));
  await ask("zol");
  find(".desk-list button[aria-label='Call Now: #7 Zoltan']");
  expect(find(".desk-list li .text-info-text").textContent).toBe(
    "Wed 25 November, 11:42",
  );
});

test("a called person who has not come is found as at the counter", async () => {
  const calledAt = NOW - 10 * 60_000;
  const late = person(12, { name: "Zora", status: "called", calledAt });
  await open(board({ called: [late], whenUnmarked: "ask" }));
  await ask("zora");
  expect(find(".desk-list li").textContent).toContain("Not here yet");
});

test("nobody matches: it says so at once where everybody is loaded, and asks no server", async () => {
  const { queueId } = AT;
  backend.set(actions.find, { queueId, asked: "xyz" }, [FAR]);
  await open();
  await ask("xyz");
  find("[role=status]", "Nobody matches 'xyz'.");
  await pass(1_000);
  find("[role=status]", "Nobody matches 'xyz'.");
  expect(rows()).toEqual([]);
});

test("people beyond the loaded rows are found on the server, once the typing rests", async () => {
  const at = board({ waitingCount: 150 });
  const { queueId } = at;
  backend.set(actions.find, { queueId, asked: "zoe" }, [FAR]);
  await open(at);
  await ask("zoe");
  expect(rows()).toEqual([]);
  expect(page(), "it is still asking").not.toContain("Nobody matches");
  await pass(249);
  expect(rows()).toEqual([]);
  await pass(1);
  expect(rows()).toEqual(["ticket-140"]);
  await click("[aria-label='More for #140 Zoë']");
  find("li button", "Edit name, phone, note");
  expect(page(), "no move by places").not.toContain("Move");
});

test("when the server fails, the loaded people are found", async () => {
  const { queueId } = board();
  const down = new Error("down");
  backend.set(actions.find, { queueId, asked: "zoe" }, down);
  backend.set(actions.find, { queueId, asked: "ana" }, down);
  await open(board({ waitingCount: 150 }));
  await ask("ana");
  await pass(250);
  expect(rows()).toEqual(["ticket-2"]);
  await ask("zoe");
  await pass(250);
  find("[role=status]", "Nobody matches 'zoe'.");
});

test("in all queues each long one is asked, and everybody is found once", async () => {
  const of = (letter: string, more: Partial<Board>) => {
    const queueId = id<never>(letter);
    return board({ letter, queueId, called: [], waiting: [], ...more });
  };
  const zoe = (letter: string, number: number) =>
    person(number, {
      ...{ letter, queueId: id(letter), name: "Zoë" },
      ticketId: id(`${letter}${number}`),
    });
  const asked = "zoe";
  backend.set(actions.find, { queueId: "H", asked }, [
    zoe("H", 1),
    zoe("H", 9),
  ]);
  backend.set(actions.find, { queueId: "K", asked }, [zoe("K", 8)]);
  await open([
    of("H", { waiting: [zoe("H", 1)], waitingCount: 150 }),
    of("K", { waitingCount: 150 }),
    of("L", { waiting: [zoe("L", 3)], waitingCount: 1 }),
  ]);
  await ask(asked);
  expect(rows()).toEqual(["H1", "L3"]);
  await pass(250);
  expect(rows()).toEqual(["H1", "L3", "H9", "K8"]);
});

test("in all queues together no more than eight are found", async () => {
  const of = (letter: string) => {
    const queueId = id<never>(letter);
    const zoes = [1, 2, 3, 4, 5].map((number) =>
      person(number, {
        ...{ letter, queueId, name: "Zoë" },
        ticketId: id(`${letter}${number}`),
      }),
    );
    backend.set(actions.find, { queueId, asked: "zoe" }, zoes);
    return board({
      ...{ letter, queueId, called: [] },
      ...{ waiting: zoes.slice(0, 3), waitingCount: 150 },
    });
  };
  await open([of("H"), of("K")]);
  await ask("zoe");
  expect(rows()).toHaveLength(6);
  await pass(250);
  expect(rows()).toEqual(["H1", "H2", "H3", "K1", "K2", "K3", "H4", "H5"]);
});

const ALL = [...AT.called, ...AT.waiting, ...AT.scheduled];
test.each([
  ["the whole number before those that begin with it", "12", [12, 120, 121]],
  ["a number as it is written", "#2", [2]],
  ["a name without its accents", "  ZOE m", [1]],
  ["the beginning of several names", "zo", [12, 1, 7]],
  ["a name from right to left", "عبد", [121]],
  ["digits of a phone number, however they are set", "7911 123", [1]],
  ["the last digits of a phone number", "456", [1]],
  ["a phone number as it is dialled at home", "07911 123", [1]],
  ["a phone number as it is dialled abroad", "0044 7911", [1]],
  ["a phone number with its zero in brackets", "+44 (0)7911 123", [1]],
  ["digits of another script", "٧٩١١", [1]],
  ["nobody", "xyz", []],
  ["nothing yet", "  ", []],
  ["nothing yet but the sign", "#", []],
])("%s", (_, typed, numbers) => {
  expect(findAmong(ALL, typed).map(({ number }) => number)).toEqual(numbers);
});

test("a letter of the queue finds its people only", () => {
  const people = [person(8, { letter: "H" }), person(80, { letter: "H" })];
  const numbers = (typed: string) =>
    findAmong(people, typed).map(({ number }) => number);
  expect(numbers("h8")).toEqual([8, 80]);
  expect(numbers("8")).toEqual([8, 80]);
  expect(numbers("k8")).toEqual([]);
});

test("no more than eight are found", () => {
  const people = Array.from({ length: 60 }, (_, index) => person(index + 1));
  expect(findAmong(people, "1")).toHaveLength(8);
});
