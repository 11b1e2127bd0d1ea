/** product.md E1 to E6: e-mails of bookings, when they are sent, how often they are tried, and how customers end them. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { businessOf } from "../../../convex/business/data/businesses.ts";
import { queueMail } from "../../../convex/mail/data/outbox.ts";
import { unsubscribeToken } from "../../../convex/mail/services/unsubscribeTokens.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, pass } from "./booking-shop.ts";
import { book, EMAIL, kinds, office, SETTLED, shop } from "./mail-shop.ts";
import { rows, granted, maintain } from "../open-app.ts";
import { press, refusedWith } from "../base/calls.ts";
import { changeRow } from "../base/tables.ts";
import { DAY, HOUR, MINUTE, NOON } from "../fake-clock.ts";

const subjects = () => office.sent.map(({ subject }) => subject);
const states = async () =>
  (await rows(shop.app, "mails")).map(({ state, reason }) =>
    reason === undefined ? state : `${state}: ${reason}`,
  );

describe("a booking with an address", () => {
  test("is confirmed with a calendar file and an unsubscribe link, and without typed text", async () => {
    const name = "BUY http://evil.example";
    await book(at("15:00"), { email: " Ann@Example.com ", name });
    expect(subjects()).toEqual([
      "Booked: Shop 1, Friday 20 November 2026 at 15:00 GMT",
    ]);
    const { to, text, html, headers, calendar } = must(office.sent[0], "mail");
    expect(to).toEqual([EMAIL]);
    expect(headers["List-Unsubscribe"]).toMatch(
      /^<https:\/\/yourturn\.example\/api\/unsubscribe\?token=\S+>$/,
    );
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(calendar).toContain("METHOD:REQUEST");
    expect(calendar).toContain("DTSTART:20261120T150000Z");
    expect(calendar).toContain("DTEND:20261120T153000Z");
    expect(calendar).toContain(`-1-1@yourturn.example`);
    expect(calendar).toContain(`RSVP=FALSE:mailto:${EMAIL}`);
    expect(text).toContain("Haircut, ticket #1");
    expect(JSON.stringify(office.sent)).not.toMatch(/evil|BUY/);
    expect(html).not.toContain("<script");
  });

  test("names the shop and the queue so that no mail program makes them links", async () => {
    const { businessId, queueId } = shop;
    const name = "Win: http://evil.example";
    await changeRow(shop.app, "businesses", businessId, { name });
    await changeRow(shop.app, "queues", queueId, { name: "pay。example" });
    await book();
    const said = JSON.stringify(must(office.sent[0], "mail"));
    expect(said).toContain("Win: http:\u200c//evil.\u200cexample");
    expect(said).toContain("pay。\u200cexample");
    expect(said).not.toMatch(/evil\.example|pay。example/);
  });

  test("keeps names written from right to left apart from the words around them, in HTML", async () => {
    const { businessId, queueId } = shop;
    await changeRow(shop.app, "businesses", businessId, { name: "מספרה 5" });
    await changeRow(shop.app, "queues", queueId, { name: "תור" });
    await book();
    const { html, text, subject } = must(office.sent[0], "mail");
    expect(html).toContain('<p dir="auto"><bdi>מספרה 5</bdi><br>Friday');
    expect(html).toContain("<br><bdi>תור</bdi>, ticket #1</p>");
    expect(text).toContain("\nתור, ticket #1\n");
    expect(subject + text).not.toMatch(/[\u2066-\u2069]/);
  });

  test("[F6] has its time as the shop writes it", async () => {
    await changeRow(shop.app, "businesses", shop.businessId, { country: "US" });
    await book(at("15:00"));
    const [mail] = office.sent;
    const time = "Friday, November 20, 2026 at 3:00 PM GMT";
    expect(subjects()).toEqual([`Booked: Shop 1, ${time}`]);
    expect(must(mail, "mail").text).toContain(time);
  });

  test("that moves twice gets one mail with its last time, to the same entry; cancelled, another", async () => {
    const secret = await book();
    await pass(shop.app, HOUR / 60);
    await shop.move(secret, at("15:30"));
    await shop.move(secret, at("16:00"));
    await pass(shop.app, SETTLED);
    expect(subjects().slice(1)).toEqual([
      "Moved: Shop 1, Friday 20 November 2026 at 16:00 GMT",
    ]);
    await shop.app.backend.mutation(api.line.tickets.leave, { secret });
    await pass(shop.app, SETTLED);
    expect(subjects().slice(2)).toEqual([
      "Cancelled: Shop 1, Friday 20 November 2026 at 16:00 GMT",
    ]);
    const field = (name: string) =>
      office.sent.map(({ calendar }) =>
        calendar
          .split("\r\n")
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1),
      );
    expect(new Set(field("UID")).size).toBe(1);
    const sequences = field("SEQUENCE").map(Number);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(3);
    expect(field("METHOD")).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
    expect(field("STATUS")).toEqual(["CONFIRMED", "CONFIRMED", "CANCELLED"]);
  });

  test("brought back after its cancellation mail is confirmed again", async () => {
    await book();
    const ticketId = must((await rows(shop.app, "tickets"))[0], "ticket")._id;
    const removed = granted(
      await press(shop.owner, api.desk.actions.remove, { ticketId }),
    );
    await pass(shop.app, SETTLED);
    const { eventId } = removed;
    await press(shop.owner, api.desk.actions.undo, { eventId });
    await pass(shop.app, SETTLED);
    expect(kinds()).toEqual(["Booked", "Cancelled", "Booked"]);
  });

  test("that joins the line, when due or by 'Call Now', gets no mail for it", async () => {
    await book(at("12:30"));
    await book(at("15:00"), { email: "bob@example.com" });
    const ticketId = must((await rows(shop.app, "tickets"))[1], "ticket")._id;
    await press(shop.owner, api.desk.actions.callNow, { ticketId });
    await pass(shop.app, HOUR);
    expect(subjects()).toHaveLength(2);
  });

  test("is refused with an invalid address, and keeps none where no e-mail is sent", async () => {
    const { answer } = await shop.tryBook(at("15:00"), { email: "ann@" });
    expect(answer).toEqual({ ok: false, code: "invalidEmail" });
    vi.stubEnv("MAIL_API_KEY", "");
    await book();
    expect((await rows(shop.app, "tickets"))[0]?.email).toBeUndefined();
    expect(await rows(shop.app, "mails")).toEqual([]);
  });

  test("writes nothing to the outbox without an address", async () => {
    await shop.move(await shop.book(at("15:00")), at("16:00"));
    expect(await rows(shop.app, "mails")).toEqual([]);
  });
});

describe("a mail that fails", () => {
  test("is retried with the same key and words, until the booking has joined the line", async () => {
    office.answers.push(500, "cut", 429, 401, 503, 500);
    await book();
    await pass(shop.app, 30_000);
    expect(office.sent).toHaveLength(1);
    for (const minutes of [1, 5, 20, 60, 180, 500])
      await pass(shop.app, minutes * MINUTE);
    // By then the booking has joined the line. A customer who comes at three needs no confirmation at four.
    expect(new Set(office.sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(office.sent.length).toBeGreaterThan(3);
    expect(await states()).toEqual(["skipped: overtaken"]);
  });

  test("for a booking far ahead is given up after six tries", async () => {
    office.answers.push(500, 500, 500, 500, 500, 500);
    await book(at("15:00", "2026-11-25"));
    for (const minutes of [1, 5, 20, 60, 180, 500])
      await pass(shop.app, minutes * MINUTE);
    expect(office.sent).toHaveLength(6);
    expect(await states()).toEqual(["failed: gaveUp"]);
  });

  test("is not retried when the result is unknown or it was refused", async () => {
    office.answers.push(409, 422);
    await book();
    await book(at("16:00"), { email: "refused@example.com" });
    await pass(shop.app, DAY);
    expect(office.sent).toHaveLength(2);
    expect(await states()).toEqual(["unknown", "failed: refused"]);
  });

  test("because the deployment stopped is sent by maintenance; one that was being sent is not resent", async () => {
    await book(at("15:00", "2026-11-25"));
    const mailId = must((await rows(shop.app, "mails"))[0], "mail")._id;
    const put = async (state: "queued" | "sending") => {
      await shop.app.backend.run(async (ctx) => {
        const nextAt = Date.now() - 1;
        await ctx.db.patch("mails", mailId, { state, nextAt, told: undefined });
      });
      await maintain(shop.app);
      await pass(shop.app, 0);
    };
    await put("sending");
    expect(await states()).toEqual(["unknown"]);
    expect(office.sent).toHaveLength(1);
    await put("queued");
    expect(await states()).toEqual(["sent"]);
    expect(office.sent).toHaveLength(2);
  });
});

describe("limits on mails", () => {
  test("one address gets ten mails a day, even from different networks; the bookings stand", async () => {
    for (let i = 0; i < 12; i += 1) {
      const day = `2026-11-${23 + (i % 5)}`;
      const clock = i < 5 ? "10:00" : i < 10 ? "11:00" : "12:00";
      await book(at(clock, day), { ip: `203.0.113.${i}` });
    }
    expect(office.sent).toHaveLength(10);
    expect(await rows(shop.app, "tickets")).toHaveLength(12);
    expect((await states()).slice(10)).toEqual([
      ...["skipped: tooMany", "skipped: tooMany"],
    ]);
    await pass(shop.app, DAY);
    await book(at("13:00", "2026-11-24"));
    expect(office.sent).toHaveLength(11);
  });

  test("mails that were not sent do not count", async () => {
    await shop.app.backend.run(async (ctx) => {
      for (let i = 0; i < 10; i += 1)
        await ctx.db.insert("mails", {
          ...{ businessId: null, ticketId: null, to: EMAIL, at: NOON },
          ...{ kind: "newsletter", occasion: `${i}`, tries: 0, nextAt: NOON },
          ...{ state: "skipped", reason: "unsubscribed" },
        });
    });
    await book(at("10:00", "2026-11-23"));
    expect(office.sent).toHaveLength(1);
  });

  test("an occasion is queued once, and a reminder is sent only while the booking is ahead", async () => {
    await book(at("15:00", "2026-11-25"));
    const [ticket] = await rows(shop.app, "tickets");
    const { _id: ticketId, businessId } = must(ticket, "ticket");
    const remind = async (kind: "bookingTomorrow" | "bookingSoon") => {
      const queued = await shop.app.backend.run(async (ctx) => {
        const business = await businessOf(ctx, { businessId });
        const wanted = { business, ticketId, to: EMAIL, kind };
        return await queueMail(ctx, { ...wanted, occasion: "1" }, Date.now());
      });
      await pass(shop.app, 0);
      return queued;
    };
    expect(await remind("bookingTomorrow")).toMatchObject({ ok: true });
    expect(await remind("bookingTomorrow")).toEqual({
      ok: false,
      reason: "queuedBefore",
    });
    expect(subjects().slice(1)).toEqual([
      "Reminder: Shop 1, Wednesday 25 November 2026 at 15:00 GMT",
    ]);
    await press(shop.owner, api.desk.actions.callNow, { ticketId });
    await remind("bookingSoon");
    expect(subjects()).toHaveLength(2);
  });

  test("long after the visit neither mail rows nor the address are left", async () => {
    await book();
    await pass(shop.app, 30 * HOUR);
    await maintain(shop.app);
    await pass(shop.app, 30 * DAY);
    await maintain(shop.app);
    expect(await rows(shop.app, "mails")).toEqual([]);
    expect((await rows(shop.app, "tickets"))[0]?.email).toBeUndefined();
  });
});

describe("unsubscribing", () => {
  const link = () => {
    const header = office.sent[0]?.headers["List-Unsubscribe"] ?? "";
    return new URL(header.slice(1, -1));
  };
  const post = (url: URL) =>
    shop.app.backend.fetch(`${url.pathname}${url.search}`, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });

  test("takes one click, and covers only this shop's mails to this address", async () => {
    await book();
    const token = link().searchParams.get("token") ?? "";
    const ask = () =>
      shop.app.backend.query(api.upkeep.mails.subscription, { token });
    const { pathname, search } = link();
    const looked = await shop.app.backend.fetch(`${pathname}${search}`);
    expect(looked.status).toBe(303);
    expect(looked.headers.get("Location")).toBe(
      `https://yourturn.example/unsubscribe?token=${token}`,
    );
    expect(await ask()).toEqual({ businessName: "Shop 1", isOver: false });
    expect((await post(link())).status).toBe(200);
    expect((await post(link())).status).toBe(200);
    expect(await ask()).toEqual({ businessName: "Shop 1", isOver: true });
    expect(await rows(shop.app, "mailOptOuts")).toHaveLength(1);
    await book(at("16:00"));
    await book(at("16:30"), { email: "bob@example.com" });
    expect(office.sent.map(({ to }) => to[0])).toEqual([
      ...[EMAIL, "bob@example.com"],
    ]);
    expect(await states()).toContain("skipped: unsubscribed");
  });

  test("applies to mails that were queued before", async () => {
    await shop.move(await book(), at("16:00"));
    await post(link());
    await pass(shop.app, SETTLED);
    expect(office.sent).toHaveLength(1);
  });

  test("needs a link that we have made", async () => {
    await book();
    const token = await unsubscribeToken(shop.businessId, EMAIL);
    const [of, hash, signature] = token.split(".");
    const other = await unsubscribeToken(null, EMAIL);
    for (const forged of [
      "",
      "x",
      `${of}.${hash}.`,
      `${of}.${hash}.${"0".repeat(64)}`,
      `${of}.${"0".repeat(64)}.${signature}`,
      `${of}.${hash}.${other.split(".")[2]}`,
      `${token}0`,
      "9".repeat(100_000),
    ]) {
      const args = { token: forged };
      const { backend } = shop.app;
      expect(
        await backend.query(api.upkeep.mails.subscription, args),
      ).toBeNull();
      expect(
        await backend.mutation(api.upkeep.mails.unsubscribe, args),
      ).toEqual(refusedWith("notFound"));
    }
    expect(
      (await post(new URL("https://y.example/api/unsubscribe?token=x"))).status,
    ).toBe(404);
    expect(await rows(shop.app, "mailOptOuts")).toEqual([]);
  });

  test("takes an address off the newsletter, whose welcome mail is sent once", async () => {
    const { backend } = shop.app;
    const fields = { email: EMAIL };
    const subscribe = async () => {
      await backend.mutation(internal.visitors.forms.subscribe, { fields });
      await pass(shop.app, 0);
    };
    await subscribe();
    expect(subjects()).toEqual(["You are on Yourturn's list"]);
    const token = link().searchParams.get("token") ?? "";
    expect(
      await backend.query(api.upkeep.mails.subscription, { token }),
    ).toEqual({ businessName: null, isOver: false });
    expect(
      await backend.mutation(api.upkeep.mails.unsubscribe, { token }),
    ).toEqual({ ok: true });
    expect(await rows(shop.app, "newsletterAddresses")).toEqual([]);
    await subscribe();
    expect(subjects()).toHaveLength(1);
  });
});
