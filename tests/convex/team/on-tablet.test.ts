/** product.md R9, R10: who is on the shop's tablet, with which PIN, and for how long. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { readPin } from "../../../convex/business/rules/tablets.ts";
import { failsWith, meOf, press, refusedWith } from "../base/calls.ts";
import { pass } from "../booking/booking-shop.ts";
import { loseJobs, maintain, rows, type Caller } from "../open-app.ts";
import {
  actions,
  app,
  codeOf,
  pairs,
  personOn,
  shop,
  somebody,
} from "./tablet-shop.ts";
import { DAY, MINUTE, NOON } from "../fake-clock.ts";

const { list, lock, names, needPins, ownPin, setPin, stay, unlock } =
  api.team.tablets;
const { remove, leave, rename } = api.team.people;
const { board, callNext } = api.desk.actions;

describe("a person on it", () => {
  test("is who acts; the next one takes over; a lock ends it", async () => {
    const kim = await somebody("Kim");
    const lee = await somebody("Lee", "987654");
    const tablet = await pairs(await codeOf());
    const { queueId } = shop;
    for (let people = 0; people < 3; people += 1) await app.join(queueId);
    await failsWith(press(tablet, callNext, { queueId }), "tabletLocked");
    await failsWith(tablet.query(board, { queueId }), "tabletLocked");
    expect((await tablet.query(names, {})).people).toEqual([
      { personId: kim.userId, name: "Kim", hasPin: true },
      { personId: lee.userId, name: "Lee", hasPin: true },
    ]);
    for (const [{ userId: personId }, pin] of [
      [kim, "1234"],
      [lee, "987654"],
    ] as const) {
      expect(await tablet.mutation(unlock, { personId, pin })).toEqual({
        ok: true,
      });
      const answer = await press(tablet, callNext, { queueId });
      expect(answer).toMatchObject({ ok: true });
      expect(await meOf(tablet)).toMatchObject({
        ...{ userId: personId, tablet: { isLocked: false } },
      });
    }
    expect(await personOn()).toEqual(["Lee"]);
    const by = (await rows(app, "tickets")).map(({ state }) => state.calledBy);
    expect(by.filter(Boolean)).toEqual([kim.userId, lee.userId]);
    await tablet.mutation(lock, {});
    await failsWith(press(tablet, callNext, { queueId }), "tabletLocked");
    expect(await personOn()).toEqual([null]);
  });

  test("is not who acts when a page that slept sends another person's action", async () => {
    const kim = await somebody("Kim");
    const lee = await somebody("Lee");
    const tablet = await pairs(await codeOf());
    const { queueId } = shop;
    await app.join(queueId);
    const kept = { queueId, asPerson: kim.userId, requestKey: "kept" };
    const { userId: personId } = lee;
    await tablet.mutation(unlock, { personId, pin: "1234" });
    await failsWith(tablet.mutation(callNext, kept), "tabletLocked");
    const own = { personId: kim.userId, pin: "1234" };
    await tablet.mutation(unlock, own);
    expect(await tablet.mutation(callNext, kept)).toMatchObject({ ok: true });
    const [ticket] = await rows(app, "tickets");
    expect(ticket?.state.calledBy).toBe(kim.userId);
  });

  test("may be the owner, with staff's rights, and staff's masked phone numbers", async () => {
    const { owner, ownerId, queueId } = shop;
    const own = { personId: ownerId, pin: "1234" };
    expect(await owner.mutation(setPin, own)).toEqual(
      refusedWith("pinNeedsName"),
    );
    await owner.mutation(rename, { personId: ownerId, name: "Anna" });
    await owner.mutation(setPin, own);
    await owner.mutation(api.team.people.coverPhones, { covers: true });
    const phone = "+447700900123";
    const person = { queueId, name: "Zoë", phone };
    await press(owner, api.desk.actions.addWalkIn, person);
    const tablet = await pairs(await codeOf());
    await tablet.mutation(unlock, own);
    const seen = JSON.stringify(await tablet.query(board, { queueId }));
    expect(seen).not.toContain(phone);
    await failsWith(tablet.query(list, {}), "notAllowed");
    expect(await meOf(tablet)).toMatchObject({ business: { role: "staff" } });
  });

  test("is taken off at once by removal, and by leaving", async () => {
    const kim = await somebody("Kim");
    const lee = await somebody("Lee");
    const tablet = await pairs(await codeOf());
    const { queueId } = shop;
    const goes = [
      [kim, () => shop.owner.mutation(remove, { personId: kim.userId })],
      [lee, () => lee.caller.mutation(leave, {})],
    ] as const;
    for (const [{ userId: personId }, go] of goes) {
      await tablet.mutation(unlock, { personId, pin: "1234" });
      await go();
      await failsWith(press(tablet, callNext, { queueId }), "tabletLocked");
      const again = tablet.mutation(unlock, { personId, pin: "1234" });
      await failsWith(again, "notFound");
    }
    expect(
      (await rows(app, "members")).filter((row) => "pinHash" in row),
    ).toEqual([]);
  });

  test("of another shop is unknown", async () => {
    const other = await app.shop();
    const { userId } = await app.member(other, "staff");
    const tablet = await pairs(await codeOf());
    for (const personId of [userId, "nobody", other.ownerId, shop.ownerId])
      await failsWith(
        tablet.mutation(unlock, { personId, pin: "1234" }),
        "notFound",
      );
  });

  test("teaches the server the shop's network", async () => {
    const { userId } = await somebody("Kim");
    const { caller } = await app.tablet(shop, userId);
    const at = { ip: "203.0.113.20" };
    await caller.withRequestMetadata(at).mutation(api.desk.actions.opened, {});
    expect(await rows(app, "ownNetworks")).toHaveLength(1);
  });
});

describe("a PIN", () => {
  const tryPin = async (tablet: Caller, personId: Id<"users">, pin: string) =>
    await tablet.mutation(unlock, { personId, pin });

  test("is set by the person, or by somebody above them, which is recorded", async () => {
    const kim = await app.member(shop, "staff", { name: "Kim" });
    const boss = await app.member(shop, "manager", { name: "Mo" });
    const ofKim = { personId: kim.userId, pin: "4321" };
    const ofBoss = { personId: boss.userId, pin: "4321" };
    await failsWith(kim.caller.mutation(setPin, ofBoss), "notAllowed");
    await boss.caller.mutation(setPin, ofBoss);
    await boss.caller.mutation(setPin, ofKim);
    await shop.owner.mutation(setPin, ofBoss);
    expect(await actions()).toEqual([
      ["memberPinSet", "manager", "Kim"],
      ["memberPinSet", "owner", "Mo"],
    ]);
    const [one, two] = await rows(app, "members");
    expect(one?.pinHash).not.toBe(two?.pinHash);
    for (const pin of ["123", "1234567", "12a4", ""]) {
      expect(readPin(pin)).toBeNull();
      const wish = { personId: kim.userId, pin };
      expect(await kim.caller.mutation(setPin, wish)).toEqual(
        refusedWith("pinInvalid"),
      );
    }
    const tablet = await pairs(await codeOf());
    expect(await tryPin(tablet, kim.userId, "4321")).toEqual({ ok: true });
    const { userId } = await somebody("Lee", "123456");
    expect(await tryPin(tablet, userId, "1234567")).toEqual(
      refusedWith("pinWrong"),
    );
    expect(await tryPin(tablet, userId, "123456")).toEqual({ ok: true });
    // The tablet's keyboard is not always the one of the person's own phone.
    for (const pin of ["١٢٣٤٥٦", "۱۲۳۴۵۶", "１２３４５６", "123 456"])
      expect(await tryPin(tablet, userId, pin)).toEqual({ ok: true });
  });

  test("asks the person's account, in a shop with a tablet that needs PINs", async () => {
    const { caller, userId } = await app.member(shop, "staff");
    expect(await caller.query(ownPin, {})).toBeNull();
    await codeOf();
    expect(await caller.query(ownPin, {})).toEqual({ isSet: false });
    await caller.mutation(setPin, { personId: userId, pin: "1234" });
    expect(await caller.query(ownPin, {})).toEqual({ isSet: true });
    await shop.owner.mutation(needPins, { needed: false });
    expect(await caller.query(ownPin, {})).toBeNull();
  });

  test("is not needed where the shop says so", async () => {
    const { userId } = await app.member(shop, "staff");
    const tablet = await pairs(await codeOf());
    expect(await tryPin(tablet, userId, "")).toEqual(refusedWith("pinNotSet"));
    await shop.owner.mutation(needPins, { needed: false });
    expect(await tryPin(tablet, userId, "")).toEqual({ ok: true });
    await shop.owner.mutation(needPins, { needed: true });
    // A person who came without one does not stay.
    expect(await personOn()).toEqual([null]);
    expect(await tryPin(tablet, userId, "")).toEqual(refusedWith("pinNotSet"));
  });

  test("right or not needed, it is asked 120 times an hour at most, because each sets an alarm", async () => {
    const { userId } = await app.member(shop, "staff");
    const tablet = await pairs(await codeOf());
    await shop.owner.mutation(needPins, { needed: false });
    for (let times = 0; times < 120; times += 1) {
      expect(await tryPin(tablet, userId, "")).toEqual({ ok: true });
    }
    await failsWith(tryPin(tablet, userId, ""), "tooManyRequests");
  });

  test("five wrong in a row block that person on that tablet for fifteen minutes", async () => {
    const kim = await somebody("Kim");
    const lee = await somebody("Lee");
    const first = await pairs(await codeOf("1"));
    const second = await pairs(await codeOf("2"));
    const wrong = refusedWith("pinWrong");
    for (let turn = 0; turn < 3; turn += 1) {
      for (let tries = 0; tries < 4; tries += 1)
        expect(await tryPin(first, kim.userId, "0000")).toEqual(wrong);
      expect(await tryPin(first, kim.userId, "1234")).toEqual({ ok: true });
    }
    for (let tries = 0; tries < 4; tries += 1)
      expect(await tryPin(first, kim.userId, "0000")).toEqual(wrong);
    const retryAfterMs = 15 * MINUTE;
    const blocked = refusedWith("pinBlocked", { retryAfterMs });
    expect(await tryPin(first, kim.userId, "0000")).toEqual(blocked);
    expect(await tryPin(first, kim.userId, "1234")).toEqual(blocked);
    expect(await tryPin(first, lee.userId, "1234")).toEqual({ ok: true });
    expect(await tryPin(second, kim.userId, "1234")).toEqual({ ok: true });
    vi.setSystemTime(Date.now() + retryAfterMs - 1);
    expect(await tryPin(first, kim.userId, "1234")).toMatchObject({
      code: "pinBlocked",
    });
    vi.setSystemTime(Date.now() + 1);
    expect(await tryPin(first, kim.userId, "1234")).toEqual({ ok: true });
  });

  test("a new PIN ends the stay that the old one began, and no other", async () => {
    const kim = await somebody("Kim");
    const lee = await somebody("Lee");
    const tablets = [
      await pairs(await codeOf("1")),
      await pairs(await codeOf("2")),
    ];
    for (const [i, { userId }] of [kim, lee].entries())
      await tryPin(must(tablets[i], "tablet"), userId, "1234");
    await kim.caller.mutation(setPin, { personId: kim.userId, pin: "5678" });
    expect(await personOn()).toEqual([null, "Lee"]);
  });

  test("a new PIN ends the block", async () => {
    const { userId } = await somebody("Kim");
    const tablet = await pairs(await codeOf());
    for (let tries = 0; tries < 5; tries += 1)
      await tryPin(tablet, userId, "0000");
    await shop.owner.mutation(setPin, { personId: userId, pin: "5678" });
    expect(await tryPin(tablet, userId, "5678")).toEqual({ ok: true });
  });

  test("a loop over five tablets gets twenty guesses an hour", async () => {
    const { userId } = await somebody("Kim");
    const tablets: Caller[] = [];
    for (const name of ["1", "2", "3", "4", "5"])
      tablets.push(await pairs(await codeOf(name)));
    let guesses = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      vi.setSystemTime(NOON + minute * MINUTE);
      for (const tablet of tablets) {
        const before = await rows(app, "rateLimits");
        const answer = await tryPin(tablet, userId, "0000");
        expect(answer.ok).toBe(false);
        const tokens = (all: typeof before) =>
          all.find(({ key }) => /^pin:[^:]+$/.test(key))?.tokens;
        const counted = tokens(await rows(app, "rateLimits"));
        if (counted !== tokens(before)) guesses += 1;
      }
    }
    // A full bucket, and what it gained meanwhile.
    expect(guesses).toBeGreaterThan(20);
    expect(guesses).toBeLessThan(40);
  });
});

describe("time", () => {
  const on = async () => {
    const { userId: personId } = await somebody("Kim");
    const tablet = await pairs(await codeOf());
    await tablet.mutation(unlock, { personId, pin: "1234" });
    return tablet;
  };

  test("ten minutes after the last sign of life the server locks it", async () => {
    const tablet = await on();
    await pass(app, 9 * MINUTE);
    await tablet.mutation(stay, {});
    await pass(app, MINUTE);
    expect(await personOn()).toEqual(["Kim"]);
    await pass(app, 9 * MINUTE - 1);
    expect(await personOn()).toEqual(["Kim"]);
    await pass(app, 1);
    expect(await personOn()).toEqual([null]);
    await tablet.mutation(stay, {});
    expect(await personOn()).toEqual([null]);
  });

  test("a sign of life counts once a minute", async () => {
    const tablet = await on();
    const [before] = await rows(app, "tablets");
    await pass(app, MINUTE - 1);
    await tablet.mutation(stay, {});
    expect(await rows(app, "tablets")).toEqual([before]);
    await pass(app, 1);
    await tablet.mutation(stay, {});
    expect(await rows(app, "tablets")).not.toEqual([before]);
  });

  test("the alarm is set again after an import without jobs", async () => {
    await on();
    await maintain(app);
    const { tabletOver } = internal.upkeep.timers;
    expect(tabletOver).toBeDefined();
    expect(await loseJobs(app)).toBeGreaterThan(0);
    await maintain(app);
    await pass(app, 5 * MINUTE);
    await maintain(app);
    await pass(app, 5 * MINUTE);
    expect(await personOn()).toEqual([null]);
  });

  test("the session lasts thirty days from the last unlock", async () => {
    const tablet = await on();
    const ends = async () => {
      const [, ...all] = await rows(app, "authSessions");
      return Math.max(...all.map((one) => one.expirationTime % 8.64e15));
    };
    expect(await ends()).toBe(NOON + 30 * DAY);
    vi.setSystemTime(NOON + 20 * DAY);
    const [{ userId: personId } = { userId: shop.ownerId }] = await rows(
      app,
      "members",
    );
    await tablet.mutation(unlock, { personId, pin: "1234" });
    expect(await ends()).toBe(NOON + 50 * DAY);
    vi.setSystemTime(NOON + 45 * DAY);
    await maintain(app);
    expect(await meOf(tablet)).not.toBeNull();
    vi.setSystemTime(NOON + 50 * DAY + 1);
    await maintain(app);
    expect(await meOf(tablet)).toBeNull();
  });

  test("a hundred prolonged sessions do not keep later ones from being deleted", async () => {
    const { userId } = await app.tablet(shop);
    await app.backend.run(async (ctx) => {
      for (let nth = 0; nth < 150; nth += 1)
        await ctx.db.insert("authSessions", {
          ...{ userId, expirationTime: NOON + 60 * DAY },
        });
      await ctx.db.insert("authSessions", {
        ...{ userId: shop.ownerId, expirationTime: NOON + 30 * DAY },
      });
    });
    const count = async () => (await rows(app, "authSessions")).length;
    const before = await count();
    vi.setSystemTime(NOON + 31 * DAY);
    await maintain(app);
    expect(await count()).toBe(before - 1);
  });
});
