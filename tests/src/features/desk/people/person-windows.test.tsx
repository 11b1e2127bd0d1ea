/** The windows about one person: which places Move takes. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { showCounter } from "../../../desk-at.tsx";
import {
  call,
  click,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { type } from "../../../fake-session.tsx";
import { board, byOwner, NOW, person } from "../../../samples.ts";

const backend = freshBackend();
const { move } = api.desk.actions;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  backend.on(move, () => new Promise(() => undefined));
});

/** Somebody who stands third of four. */
async function openMove() {
  const waiting = [1, 2, 3, 4].map((number) => person(number));
  await showCounter(backend, board({ waiting, waitingCount: 4 }));
  await click("button[aria-label^='More for #3']");
  await press(/^Move to a place/);
}

test.each(["", "0", "-1", "1.5", "front"])(
  "the place '%s' is refused at its field, and nobody moves",
  async (place) => {
    await openMove();
    await type("place", place);
    await press(/^Move/);
    const field = find("[name=place]");
    expect(field.ariaInvalid).toBe("true");
    expect(document.activeElement).toBe(field);
    find("[role=dialog] p", /Please enter a place from 1 to 4\.$/);
    expect(backend.sent).toEqual([]);
  },
);

test.each([
  ["1", -2],
  ["9", 1],
])("the place '%s' is taken, at most the last one", async (place, places) => {
  await openMove();
  await type("place", place);
  await press(/^Move/);
  expect(backend.sent).toEqual([
    call(move, { ...byOwner, ticketId: "ticket-3", places }),
  ]);
});

test("a wrong phone number is said at its field", async () => {
  backend.refuse(api.desk.actions.edit, "phoneInvalid");
  await showCounter(backend, board());
  await click("button[aria-label^='More for #2']");
  await press(/^Edit/);
  await type("phone", "12");
  await press(/^Save/);
  expect(document.activeElement).toBe(find("[name=phone][aria-invalid=true]"));
  expect(document.querySelector("[role=alert]")).toBeNull();
});
