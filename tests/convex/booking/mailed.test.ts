/** product.md E8: the link in a booking's mails, what it opens and when it ends. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  MAX_CHANGES,
  movesPerBooking,
} from "../../../convex/booking/rules/limits.ts";
import { bookingToken } from "../../../convex/mail/services/bookingTokens.ts";
import { unsubscribeToken } from "../../../convex/mail/services/unsubscribeTokens.ts";
import { at, pass } from "./booking-shop.ts";
import { book, EMAIL, kinds, office, SETTLED, shop } from "./mail-shop.ts";
import { rows } from "../open-app.ts";
import { changeRow } from "../base/tables.ts";
import { granted, press, refusedWith } from "../base/calls.ts";
import { DAY, HOUR } from "../fake-clock.ts";

const { view, move, cancel } = api.booking.mailed;

const links = (text: string) =>
  [...text.matchAll(/https:\S+#booking=([\w.]+)/g)].map(([, token]) => token);
/** The token in the newest mail. */
const token = () => must(links(must(office.sent.at(-1), "mail").text)[0], "");
const look = async (of: string) =>
  await shop.app.backend.query(view, { token: of });
const moveBy = async (of: string, startsAt: number) =>
  await shop.app.backend.mutation(move, { token: of, startsAt });
const cancelBy = async (of: string) =>
  await shop.app.backend.mutation(cancel, { token: of });
const ticket = async () => must((await rows(shop.app, "tickets"))[0], "ticket");
const staff = async (action: "remove" | "callNow") => {
  const { _id: ticketId } = await ticket();
  return granted(
    await press(shop.owner, api.desk.actions[action], { ticketId }),
  );
};
const setEmail = async (email: string) => {
  const change = { ticketId: (await ticket())._id, email };
  return granted(await press(shop.owner, api.desk.actions.edit, change));
};
const undo = async (eventId: string) =>
  await press(shop.owner, api.desk.actions.undo, { eventId });

const NOTHING = refusedWith("notFound");
/** Asserts that a token opens nothing and changes nothing. */
async function opensNothing(of: string): Promise<void> {
  const before = await ticket();
  expect(await look(of)).toBeNull();
  expect(await moveBy(of, at("16:00"))).toEqual(NOTHING);
  expect(await cancelBy(of)).toEqual(NOTHING);
  expect(await ticket()).toEqual(before);
}
/** Asserts that the booking is known, but can no longer be changed. */
async function isOver(of: string, code: string): Promise<void> {
  const before = await ticket();
  expect(await moveBy(of, at("16:00"))).toEqual(refusedWith(code));
  expect(await cancelBy(of)).toEqual(refusedWith(code));
  expect(await ticket()).toEqual(before);
}

describe("the link in a booking's mail", () => {
  test("carries its token in the fragment, is in the calendar file, and shows only the booking", async () => {
    await book();
    const { text, html, calendar } = must(office.sent[0], "mail");
    const url = `https://yourturn.example/join?b=${shop.businessId}#booking=${token()}`;
    expect(text).toContain(`Your booking: ${url}\n`);
    expect(html).toContain(`<a href="${url}">`);
    expect(calendar).toContain(`URL:${url}\r\n`);
    const { _id, generation, joinedAt } = await ticket();
    expect(await look(token())).toEqual({
      ticketId: _id,
      booking: {
        ...{ letter: null, number: 1, queueId: shop.queueId, generation },
        ...{ queueName: "Haircut", timezone: "Europe/London", joinedAt },
        ...{ scheduledTime: at("15:00"), endReason: null },
        mailedTo: "a…@example.com",
      },
    });
  });

  test("is stored nowhere", async () => {
    await book();
    await moveBy(token(), at("16:00"));
    await pass(shop.app, SETTLED);
    const [, signature] = token().split(".");
    for (const table of ["tickets", "mails", "ticketEvents"] as const)
      expect(JSON.stringify(await rows(shop.app, table))).not.toContain(
        signature,
      );
  });

  test("moves the booking, again and again: it is still the same one", async () => {
    await book();
    const first = token();
    expect(await moveBy(first, at("16:00"))).toEqual({ ok: true });
    expect(await moveBy(first, at("16:00"))).toEqual({ ok: true });
    expect(await moveBy(first, at("16:30"))).toEqual({ ok: true });
    await pass(shop.app, SETTLED);
    expect(await ticket()).toMatchObject({ number: 1 });
    expect((await look(first))?.booking?.scheduledTime).toBe(at("16:30"));
    expect(kinds()).toEqual(["Booked", "Moved"]);
    expect(token()).toBe(first);
    const [, event] = await rows(shop.app, "ticketEvents");
    expect(event?.actor).toEqual({ kind: "customer" });
  });

  test("moves by the rules of a customer's move", async () => {
    await book();
    const mine = token();
    await shop.book(at("16:00"));
    expect(await moveBy(mine, at("16:00"))).toEqual(refusedWith("slotTaken"));
    for (const startsAt of [at("16:10"), at("16:30", "2027-11-22"), NaN])
      expect(await moveBy(mine, startsAt)).toEqual(
        refusedWith("slotNotBookable"),
      );
    const times = [at("15:30"), at("15:00")];
    for (let i = 0; i < movesPerBooking.burst; i += 1)
      granted(await moveBy(mine, must(times[i % 2], "time")));
    const tooMany = { code: "tooManyRequests" };
    expect(await moveBy(mine, at("15:30"))).toMatchObject(tooMany);
    // And only so often in all, however long between.
    vi.advanceTimersByTime(HOUR);
    const { _id: ticketId, revision } = await ticket();
    expect(revision).toBe(movesPerBooking.burst);
    const changed = (times: number) =>
      changeRow(shop.app, "tickets", ticketId, { revision: times });
    await changed(MAX_CHANGES);
    expect(await moveBy(mine, at("15:30"))).toMatchObject(tooMany);
    await changed(MAX_CHANGES - 1);
    granted(await moveBy(mine, at("15:30")));
  });

  test("cancels the booking once, says so then, and the time is free", async () => {
    await book();
    const mine = token();
    expect(await cancelBy(mine)).toEqual({ ok: true });
    expect(await cancelBy(mine)).toEqual({ ok: true });
    expect(await shop.freeOn()).toContain("15:00");
    expect((await look(mine))?.booking).toMatchObject({
      ...{ scheduledTime: at("15:00"), endReason: "left" },
    });
    expect(await moveBy(mine, at("16:00"))).toEqual(
      refusedWith("alreadyEnded"),
    );
    await pass(shop.app, SETTLED);
    const mail = must(office.sent.at(-1), "mail");
    expect(mail.subject).toMatch(/^Cancelled:/);
    expect(mail.text).toContain(
      `The shop's page: https://yourturn.example/join?b=${shop.businessId}\n`,
    );
    expect(links(mail.text)).toEqual([]);
  });

  test("is the same in a reminder", async () => {
    await book(at("15:00", "2026-11-23"));
    const first = token();
    await pass(shop.app, 2 * DAY + 3 * HOUR);
    // The reminder, its first step, its mail.
    for (let i = 0; i < 3; i += 1) await pass(shop.app, 1_000);
    expect(must(office.sent.at(-1), "mail").subject).toMatch(/^Reminder:/);
    expect(token()).toBe(first);
  });

  test("opens no other booking of the address", async () => {
    await book();
    const first = token();
    await book(at("16:00"));
    expect(token()).not.toBe(first);
    await cancelBy(token());
    const [one, other] = await rows(shop.app, "tickets");
    expect(one?.state.status).toBe("waiting");
    expect(other?.state.endReason).toBe("left");
  });

  test("works for an address that ended the mails", async () => {
    await book();
    const end = await unsubscribeToken(shop.businessId, EMAIL);
    await shop.app.backend.mutation(api.upkeep.mails.unsubscribe, {
      token: end,
    });
    expect(await moveBy(token(), at("16:00"))).toEqual({ ok: true });
    expect(await cancelBy(token())).toEqual({ ok: true });
  });

  test("ends with the address when staff correct it; the new one has its own", async () => {
    await book(at("15:00"), { email: "ann@exmaple.com" });
    const wrong = token();
    const { eventId } = await setEmail(EMAIL);
    await opensNothing(wrong);
    await undo(eventId);
    expect(await look(wrong)).not.toBeNull();
    await setEmail(EMAIL);
    await pass(shop.app, SETTLED);
    expect(token()).not.toBe(wrong);
    await opensNothing(wrong);
    expect(await moveBy(token(), at("16:00"))).toEqual({ ok: true });
  });
});

describe("after the booking the link", () => {
  test("shows that staff have cancelled, until they undo that", async () => {
    await book();
    const { eventId } = await staff("remove");
    expect((await look(token()))?.booking?.endReason).toBe("removedByStaff");
    await isOver(token(), "alreadyEnded");
    await undo(eventId);
    expect(await cancelBy(token())).toEqual({ ok: true });
  });

  test.each(["early", "on time"])(
    "changes nothing of a place in the line (%s), and tells nothing of it",
    async (when) => {
      await book(at("12:30"));
      const mine = token();
      if (when === "early") await staff("callNow");
      else await pass(shop.app, HOUR / 2);
      const { _id: ticketId, state } = await ticket();
      expect(state).toMatchObject({ status: "waiting", isScheduled: false });
      expect(await look(mine)).toEqual({ ticketId, booking: null });
      await isOver(mine, "notScheduled");
      const { queueId } = shop;
      await press(shop.owner, api.desk.actions.callNext, { queueId });
      expect((await ticket()).state.status).toBe("called");
      expect(await look(mine)).toEqual({ ticketId, booking: null });
      expect(await cancelBy(mine)).toEqual(refusedWith("notScheduled"));
      expect((await ticket()).state.status).toBe("called");
    },
  );

  test("opens nothing once the person is erased, as if it had never been", async () => {
    await book();
    const mine = token();
    await pass(shop.app, 30 * HOUR);
    await shop.app.backend.action(internal.upkeep.maintenance.run, {});
    await pass(shop.app, 30 * DAY);
    await shop.app.backend.action(internal.upkeep.maintenance.run, {});
    expect((await ticket()).blankedAt).toBeDefined();
    await opensNothing(mine);
  });
});

test("no other text opens anything, however long", async () => {
  const secret = await book();
  const mine = token();
  const [ticketId, signature] = mine.split(".");
  await book(at("16:00"), { email: "bob@example.com" });
  const [otherId, otherSignature] = token().split(".");
  const unsubscribe = await unsubscribeToken(shop.businessId, EMAIL);
  const { secretHash, ...known } = await ticket();
  const withoutHash = await bookingToken({ ...known, secretHash: null });
  vi.stubEnv("JWT_PRIVATE_KEY", "another server's");
  const elsewhere = await bookingToken({ ...known, secretHash });
  vi.unstubAllEnvs();
  for (const forged of [
    "",
    ".",
    secret,
    secretHash ?? "",
    ticketId ?? "",
    `${ticketId}.`,
    `${ticketId}.${"0".repeat(64)}`,
    `${ticketId}.${otherSignature}`,
    `${otherId}.${signature}`,
    `${shop.queueId}.${signature}`,
    `${ticketId}.${unsubscribe.split(".")[2]}`,
    withoutHash,
    elsewhere,
    `${mine}0`,
    ` ${mine}`,
    mine.toUpperCase(),
    "9".repeat(1_000_000),
  ])
    await opensNothing(forged);
  // Nor does the token open what takes a secret.
  const args = { secret: mine };
  expect(await shop.app.backend.query(api.line.tickets.mine, args)).toBeNull();
  expect(await shop.app.backend.mutation(api.line.tickets.leave, args)).toEqual(
    NOTHING,
  );
});
