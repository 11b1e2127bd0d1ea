/** product.md R9: the names on the shop's tablet, and the minute without touch. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import OnTablet from "../../../../src/features/tablet/on-tablet.tsx";
import { useTablet } from "../../../../src/lib/account/tablet.ts";
import { act } from "../../act.ts";
import {
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { id } from "../../samples.ts";

const { lock, names, stay, unlock } = api.team.tablets;
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers();
  for (const mutation of [lock, stay]) backend.on(mutation, () => null);
  backend.set(
    names,
    {},
    {
      people: [
        { personId: id("anna"), name: "Anna", hasPin: true },
        { personId: id("kim"), name: "Kim", hasPin: false },
      ],
      needsPins: true,
    },
  );
});

function Desk() {
  const tablet = useTablet();
  return <button onClick={tablet?.leave}>{`Desk of ${tablet?.person}`}</button>;
}

const show = async (isLocked: boolean) =>
  await draw(
    backend,
    <OnTablet
      tablet={{ name: "Front desk", isLocked }}
      person="Anna"
      shop="Fade & Fortune"
      keptBy={(personId) => (personId === id("anna") ? 2 : 0)}
    >
      <Desk />
    </OnTablet>,
  );
const wait = async (ms: number) =>
  await act(async () => await vi.advanceTimersByTimeAsync(ms));
const touch = async () =>
  await act(async () => {
    window.dispatchEvent(new Event("pointerdown"));
    await Promise.resolve();
  });
const sent = () => backend.sent.map(({ name }) => name.split(":")[1]);

test("a minute without touch shows the names and tells the server; touches prolong, once a minute", async () => {
  await show(false);
  await wait(59_000);
  await touch();
  await wait(59_000);
  await touch();
  await touch();
  expect(sent()).toEqual(["stay"]);
  await wait(59_999);
  expect(page()).toContain("Desk of Anna");
  await wait(1);
  expect(page()).toContain("Who is working?");
  expect(page()).not.toContain("Desk of");
  expect(sent()).toEqual(["stay", "lock"]);
});

test("'Switch person' shows the names at once, also without a connection, where nobody can be tapped", async () => {
  await show(false);
  await act(async () => backend.connect(false));
  await press("Desk of Anna");
  await wait(2_000);
  expect(find("li button", /Anna/).textContent).toBe(
    "Anna2 actions are waiting for you",
  );
  expect(page()).toContain("You're offline.");
  const names = [...document.querySelectorAll("li button")];
  expect(names.every((one) => one.matches(":disabled"))).toBe(true);
});

test("who left without a connection is not back after a reload, which lost the lock on its way", async () => {
  await show(false);
  await act(async () => backend.connect(false));
  await press("Desk of Anna");
  await closeDrawn();
  await act(async () => backend.connect(true));
  await show(false);
  expect(page()).toContain("Who is working?");
  expect(page()).not.toContain("Desk of");
});

test("who has no PIN yet is told where to get one, and can type none", async () => {
  await show(true);
  await press("Kim");
  expect(page()).toContain(
    "Set one in your account. Staff can ask a manager, managers the owner.",
  );
  expect(document.querySelector("[role=dialog] input")).toBeNull();
});

test("without PINs a tap is enough", async () => {
  const people = [{ personId: id("kim"), name: "Kim", hasPin: false }];
  backend.set(names, {}, { people, needsPins: false });
  backend.on(unlock, () => ({ ok: true }));
  await show(true);
  await press("Kim");
  expect(backend.sent).toEqual([
    { name: "team/tablets:unlock", args: { personId: id("kim"), pin: "" } },
  ]);
});
