/**
 * product.md E5 and E7: the address of a booking as its holder and staff see it and as staff correct it. Also how many
 * mails a shop sends in one day.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { mailsPerDay } from "../../../convex/mail/rules/mailRules.ts";
import {
  at,
  HOUR,
  NOON,
  openBookingShop,
  pass,
  type BookingShop,
} from "./booking-shop.ts";
import { keyed, rows, granted } from "../open-app.ts";
import { openPostOffice } from "../mail/post-office.ts";
import { press } from "../base/calls.ts";
import { changeRows } from "../base/tables.ts";

const SETTLED = 16_000;
const WRONG = "ann@exmaple.com";
const RIGHT = "ann@example.com";
let shop: BookingShop;
let office: ReturnType<typeof openPostOffice>;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON });
  office = openPostOffice();
  shop = await openBookingShop();
});

async function book(email: string, startsAt = at("15:00")): Promise<string> {
  const { answer, secret } = await shop.tryBook(startsAt, { email });
  if (!answer.ok) throw new Error(answer.code);
  await pass(shop.app, 0);
  return secret;
}

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
    const ticket = await mine(await book(RIGHT));
    expect(ticket?.mailedTo).toBe("a…@example.com");
    expect(JSON.stringify(ticket)).not.toContain(RIGHT);
    expect(await listed()).toEqual([RIGHT]);
    office.answers.push(422);
    const refused = await book("no@example.com", at("16:00"));
    expect((await mine(refused))?.mailedTo).toBeNull();
    expect((await mine(await shop.book(at("16:30"))))?.mailedTo).toBeNull();
  });

  test("can be corrected by staff: the new one gets all later mails, the old one none", async () => {
    const secret = await book(WRONG);
    expect((await setEmail(` ${RIGHT.toUpperCase()} `)).ok).toBe(true);
    expect(await listed()).toEqual([RIGHT]);
    expect((await mine(secret))?.mailedTo).toBe("a…@example.com");
    await pass(shop.app, SETTLED);
    await shop.move(secret, at("16:00"));
    await pass(shop.app, SETTLED);
    await shop.app.backend.mutation(api.line.tickets.leave, { secret });
    await pass(shop.app, SETTLED);
    expect(sent()).toEqual([
      `${WRONG} Booked`,
      ...[`${RIGHT} Booked`, `${RIGHT} Moved`, `${RIGHT} Cancelled`],
    ]);
  });

  test("corrected while a mail to the old one is pending is the only one to get mail", async () => {
    await shop.move(await book(WRONG), at("16:00"));
    await setEmail(RIGHT);
    await pass(shop.app, SETTLED);
    expect(sent()).toEqual([`${WRONG} Booked`, `${RIGHT} Booked`]);
  });

  test("comes back with Undo after a slip, and no new address gets mail", async () => {
    await book(RIGHT);
    const undo = keyed({ eventId: granted(await setEmail(WRONG)).eventId });
    expect((await shop.owner.mutation(api.desk.actions.undo, undo)).ok).toBe(
      true,
    );
    await pass(shop.app, SETTLED);
    expect(await listed()).toEqual([RIGHT]);
    expect(sent()).toEqual([`${RIGHT} Booked`]);
    await setEmail(null);
    expect(await listed()).toEqual([null]);
  });

  test("restored after a try with unknown result gets the same mail with the same key", async () => {
    office.answers.push("cut");
    await book(RIGHT);
    await setEmail(WRONG);
    // The next try finds another address and is given up.
    await pass(shop.app, 61_000);
    await pass(shop.app, SETTLED);
    expect(sent()).toEqual([`${RIGHT} Booked`, `${WRONG} Booked`]);
    await setEmail(RIGHT);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 0);
    expect(sent().slice(2)).toEqual([`${RIGHT} Booked`]);
    const [first, , again] = office.sent;
    expect(again).toEqual(first);
    // The holder has the mail already, so it is not sent again.
    await setEmail(WRONG);
    await pass(shop.app, SETTLED);
    await setEmail(RIGHT);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 0);
    expect(sent()).toHaveLength(3);
  });

  test("restored after the mail service forgot that key gets no second mail", async () => {
    office.answers.push("cut");
    await book(RIGHT, at("15:00", "2026-11-25"));
    await setEmail(WRONG);
    await pass(shop.app, 61_000);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 20 * HOUR);
    await setEmail(RIGHT);
    await pass(shop.app, SETTLED);
    await pass(shop.app, 0);
    expect(sent()).toEqual([`${RIGHT} Booked`, `${WRONG} Booked`]);
  });

  test("must be valid, and cannot be changed once the customer is in the line", async () => {
    await book(RIGHT);
    const refused = (code: string) => ({ ok: false, code });
    expect(await setEmail("ann@")).toEqual(refused("invalidEmail"));
    const args = keyed({ ticketId: await ticketId() });
    await shop.owner.mutation(api.desk.actions.callNow, args);
    expect(await setEmail(WRONG)).toEqual(refused("notScheduled"));
    expect(await setEmail(null)).toEqual(refused("notScheduled"));
  });
});

test("a shop sends a limited number of mails on one of its days, and starts again the next", async () => {
  await book(RIGHT, at("15:00", "2026-11-25"));
  const fill = (count: number) => changeRows(shop.app, "mailDays", { count });
  await fill(mailsPerDay("starter") - 1);
  await book("b@example.com", at("15:00", "2026-11-26"));
  await book("c@example.com", at("15:00", "2026-11-27"));
  expect(sent()).toHaveLength(2);
  const [, , third] = await rows(shop.app, "mails");
  expect(third).toMatchObject({ state: "skipped", reason: "tooMany" });
  await pass(shop.app, 13 * HOUR);
  await book("d@example.com", at("15:30", "2026-11-27"));
  expect(sent()).toHaveLength(3);
  expect(await rows(shop.app, "mailDays")).toMatchObject([
    { day: "2026-11-21", count: 1 },
  ]);
});
