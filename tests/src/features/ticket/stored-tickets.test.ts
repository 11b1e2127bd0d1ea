/** Which tickets a device holds. Storage is untrusted text: other versions, other tabs, curious users. */
import { expect, test, vi } from "vitest";
import {
  forgetTicket,
  rememberTicket,
  storedTickets,
} from "../../../../src/features/ticket/stored-tickets.ts";
import {
  markRung,
  rungFor,
} from "../../../../src/features/ticket/ring/marks.ts";
import {
  readFragment,
  ticketFragment,
} from "../../../../src/features/ticket/address.ts";

const secretOf = (letter: string) => letter.repeat(32);
const take = (letter: string) =>
  rememberTicket({
    secret: secretOf(letter),
    businessId: "shop",
    queueId: "walk-ins",
    takenAt: 1,
  });

test("tickets are sorted by age, newest first; a known ticket keeps its ring count", () => {
  take("a");
  take("b");
  markRung(secretOf("a"), 2);
  take("a");
  expect(storedTickets().map(({ secret }) => secret)).toEqual([
    secretOf("b"),
    secretOf("a"),
  ]);
  expect(rungFor(secretOf("a"))).toBe(2);
  expect(rungFor(secretOf("b"))).toBe(0);
});

test("only the newest twelve are kept", () => {
  for (const letter of "abcdefghijklmno") take(letter);
  expect(storedTickets()).toHaveLength(12);
  expect(storedTickets()[0]?.secret).toBe(secretOf("o"));
});

test.each([
  "not json",
  "null",
  "{}",
  '[null, 1, "x", []]',
  '[{"secret":"short","businessId":"b","queueId":"q","takenAt":1,"rung":0}]',
  `[{"secret":"${secretOf("<")}","businessId":"b","queueId":"q","takenAt":1,"rung":0}]`,
])("the storage: %s gives no tickets and no error", (text) => {
  localStorage.setItem("yourturn.tickets", text);
  expect(storedTickets()).toEqual([]);
});

test("the storage: can be missing: tickets are then kept until the page closes", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  take("z");
  expect(storedTickets().map(({ secret }) => secret)).toContain(secretOf("z"));
  forgetTicket(secretOf("z"));
});

test("the address: leads back to the ticket", () => {
  const secret = secretOf("Q");
  expect(readFragment(ticketFragment(secret))).toEqual({
    kind: "ticket",
    secret,
  });
});

test.each(["", "#", "#ticket=", "#ticket=short", `#ticket=${"é".repeat(32)}`])(
  "the address: %s names no ticket",
  (hash) => expect(readFragment(hash)).toEqual({ kind: "start" }),
);
