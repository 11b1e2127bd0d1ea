/**
 * product.md E5 and E7: the address of a booking as its holder and staff see it and as staff correct it. Also how many
 * mails a shop sends in one day.
 */
import { describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { mailsPerDay } from "../../../convex/mail/rules/mailRules.ts";
import { at, pass } from "./booking-shop.ts";
import { book, EMAIL, office, SETTLED, shop } from "./mail-shop.ts";
import { keyed, rows, granted } from "../open-app.ts";
import { press } from "../base/calls.ts";
import { changeRows } from "../base/tables.ts";
import { HOUR } from "../fake-clock.ts";

const WRONG = "ann@exmaple.com";

const ticketId = async () =>
  must((await rows(shop.app, "tickets"))[0], "ticket")._id;
const setEmail = async (email: string | null) => {
  const change = { ticketId: await ticketId(), email };
  return await press(shop.owner, api.desk.actions.edit, change);
};
const sent = () =>
  office.sent.map(({ to, subject }) => `${to[0]} ${subject.split(":")[0]}`);
const mine = (secret: string) =>
  shop.app.backend.query(api.line.tickets.mine, { secret });
const listed = async () => {
  const day = { queueId: null, day: "2026-11-20" };
  const found = await shop.owner.query(api.booking.appointments.ofDay, day);
  return found.map(({ email }) => email);
};

describe("the address of a booking", () => {
  test("is shown to the customer in part, and to staff in full", async () => {
    const ticket = await mine(await book());
    expect(ticket?.mailedTo).toBe("a…@example.com");
    expect(JSON.stringify(ticket)).not.toContain(EMAIL);
    expect(await listed()).toEqual([EMAIL]);
    office.answers.push(422);
    const refused = await book(at("16:00"), { email: "no@example.com" });
    expect((await mine(refused))?.mailedTo).toBeNull();
    expect((await mine(await shop.book(at("16:30"))))?.mailedTo).toBeNull();
  });

  test("can be corrected by staff: the new one gets all later mails, the old one none", async () => {
    const secret = await book(at("15:00"), { email: WRONG });
    expect((await setEmail(` ${EMAIL.toUpperCase()} `)).ok).toBe(true);
    expect(await listed()).toEqual([EMAIL]);
    expect((await mine(secret))?.mailedTo).toBe("a…@example.com");
    await pass(shop.app, SETTLED);
    await shop.move(secret, at("16:00"));
    await pass(shop.app, SETTLED);
    await shop.app.backend.mutation(api.line.tickets.leave, { secret });
    await pass(shop.app, SETTLED);
    expect(sent()).toEqual([
      `${WRONG} Booked`,
      ...[`${EMAIL} Booked`, `${EMAIL} Moved`, `${EMAIL} Cancelled`],
    ]);
  });

  test("corrected while a mail to the old one is pending is the only one to get mail", async () => {
    await shop.move(await book(at("15:00"), { email: WRONG }), at("16:00"));
    await setEmail(EMAIL);
    await pass(shop.app, SETTLED);
    expect(sent()).toEqual([`${WRONG} Booked`, `${EMAIL} Booked`]);
  });

  test("comes back with Undo after a slip, and no new address gets mail", async () => {
    await book();
    const undo = keyed({ eventId: granted(await setEmail(WRONG)).eventId });
    expect((await shop.owner.mutation(api.desk.actions.undo, undo)).ok).toBe(
      true,
    );
    await pass(shop.app, SETTLED);
    expect(await listed()).toEqual([EMAIL]);
    expect(sent()).toEqual([`${EMAIL} Booked`]);
    await setEmail(null);
    expect(await listed()).toEqual([null]);
  });

  test("restored after a try with unknown result gets the same mail with the same key", async () => {
    office.answers.push("cut");
    await book();
    await setEmail(WRONG);
    // The next try finds another address and is given up.
    await pass(shop.app, 61_000);
    await pass(shop.app, SETTLED);
    expect(sent()).toEqual([`${EMAIL} Booked`, `${WRONG} Booked`]);
    await setEmail(EMAIL);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 0);
    expect(sent().slice(2)).toEqual([`${EMAIL} Booked`]);
    const [first, , again] = office.sent;
    expect(again).toEqual(first);
    // The holder has the mail already, so it is not sent again.
    await setEmail(WRONG);
    await pass(shop.app, SETTLED);
    await setEmail(EMAIL);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 0);
    expect(sent()).toHaveLength(3);
  });

  test("restored after the mail service forgot that key gets no second mail", async () => {
    office.answers.push("cut");
    await book(at("15:00", "2026-11-25"));
    await setEmail(WRONG);
    await pass(shop.app, 61_000);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 20 * HOUR);
    await setEmail(EMAIL);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 0);
    expect(sent()).toEqual([`${EMAIL} Booked`, `${WRONG} Booked`]);
  });

  test("must be valid, and cannot be changed once the customer is in the line", async () => {
    await book();
    const refused = (code: string) => ({ ok: false, code });
    expect(await setEmail("ann@")).toEqual(refused("invalidEmail"));
    const args = keyed({ ticketId: await ticketId() });
    await shop.owner.mutation(api.desk.actions.callNow, args);
    expect(await setEmail(WRONG)).toEqual(refused("notScheduled"));
    expect(await setEmail(null)).toEqual(refused("notScheduled"));
  });
});

test("a shop sends a limited number of mails on one of its days, and starts again the next", async () => {
  await book(at("15:00", "2026-11-25"));
  const fill = (count: number) => changeRows(shop.app, "mailDays", { count });
  await fill(mailsPerDay("starter") - 1);
  await book(at("15:00", "2026-11-26"), { email: "b@example.com" });
  await book(at("15:00", "2026-11-27"), { email: "c@example.com" });
  expect(sent()).toHaveLength(2);
  const [, , third] = await rows(shop.app, "mails");
  expect(third).toMatchObject({ state: "skipped", reason: "tooMany" });
  await pass(shop.app, 13 * HOUR);
  await book(at("15:30", "2026-11-27"), { email: "d@example.com" });
  expect(sent()).toHaveLength(3);
  expect(await rows(shop.app, "mailDays")).toMatchObject([
    { day: "2026-11-21", count: 1 },
  ]);
});
