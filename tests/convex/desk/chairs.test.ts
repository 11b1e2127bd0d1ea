/** Named chairs: who works where, duty and breaks. product.md CH1 to CH4. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { MAX_CHAIRS } from "../../../convex/queue/rules/chairs.ts";
import { granted, loseJobs, maintain, rows } from "../open-app.ts";
import { at, pass } from "../booking/booking-shop.ts";
import { openChairShop } from "./chair-shop.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { failsWith, press, refusedWith } from "../base/calls.ts";

const { actions, chairs, queues } = api.desk;

describe("the chairs of a shop", () => {
  test("are on duty at once while it is open, and count for the queues that they serve and are at home in", async () => {
    const { hair, beard, chair, line, list } = await openChairShop();
    expect(await line(hair)).toMatchObject({ chairs: 1 });
    await chair("Chair 1", hair, beard);
    await chair("Chair 2", beard);
    expect(await line(hair)).toMatchObject({ chairs: 1, places: 1 });
    expect(await line(beard)).toMatchObject({ chairs: 2, places: 1 });
    expect(await list()).toMatchObject([
      { name: "Chair 1", queueIds: [hair, beard], duty: "on", person: null },
      { name: "Chair 2", queueIds: [beard], until: at("19:00") },
    ]);
  });

  test("begin off duty while it is closed", async () => {
    const { hair, chair, list, line } = await openChairShop();
    vi.setSystemTime(at("22:00"));
    await chair("Chair 1", hair);
    expect(await list()).toMatchObject([{ duty: "off", until: null }]);
    expect(await line(hair)).toMatchObject({ chairs: 0, places: 1 });
  });

  test("have a name that no other has, and one to ten queues of the shop", async () => {
    const { app, hair, add, chair, owner } = await openChairShop();
    const first = await chair("Chair 1", hair);
    expect(await add(" ", hair)).toEqual(refusedWith("nameEmpty"));
    expect(await add("x".repeat(21), hair)).toEqual(
      refusedWith("nameTooLong", { max: 20 }),
    );
    expect(await add("chair 1", hair)).toEqual(refusedWith("chairNameTaken"));
    expect(await add("Chair 2")).toEqual(refusedWith("chairNeedsQueue"));
    await failsWith(
      add("Chair 2", ...Array<string>(11).fill(hair)),
      "invalidInput",
    );
    const foreign = (await app.shop()).queueId;
    await failsWith(add("Chair 2", foreign), "notFound");
    const same = { chairId: first, name: "CHAIR 1", queueIds: [hair] };
    expect(await owner.mutation(chairs.change, same)).toEqual({ ok: true });
  });

  test("are at most twenty", async () => {
    const { app, hair, add, businessId } = await openChairShop();
    await app.backend.run(async (ctx) => {
      for (let n = 0; n < MAX_CHAIRS; n += 1) {
        await ctx.db.insert("chairs", {
          ...{ businessId, name: `${n}`, queueIds: [hair], personId: null },
          ...{ duty: "off", since: NOON, until: null, deletedAt: null },
        });
      }
    });
    expect(await add("One more", hair)).toEqual(
      refusedWith("chairLimit", { limit: MAX_CHAIRS }),
    );
  });

  test("are limited by the hour, because deleted ones keep their rows", async () => {
    const { app, hair, add, businessId } = await openChairShop();
    expect((await add("Chair 1", hair)).ok).toBe(true);
    await app.backend.run(async (ctx) => {
      const buckets = await ctx.db.query("rateLimits").collect();
      const own = buckets.find(({ key }) => key === `chairs:${businessId}`);
      await ctx.db.patch("rateLimits", must(own, "bucket")._id, { tokens: 0 });
    });
    await failsWith(add("Chair 2", hair), "tooManyRequests");
  });

  test("replace the number that staff set, and leave one behind when the last is deleted", async () => {
    const { owner, hair, chair, line } = await openChairShop();
    const setTo = async (many: number) =>
      await press(owner, queues.setChairs, { queueId: hair, chairs: many });
    const eventId = must(await setTo(4), "event");
    const only = await chair("Chair 1", hair);
    const others = ["2", "3", "4"].map(async (name) => await chair(name, hair));
    const rest = await Promise.all(others);
    expect(await line(hair)).toMatchObject({ chairs: 4, places: 4 });
    expect(await setTo(3)).toBeNull();
    expect(await press(owner, actions.undo, { eventId })).toEqual(
      refusedWith("nothingToUndo"),
    );
    for (const chairId of [...rest, only])
      await press(owner, chairs.remove, { chairId });
    const after = await line(hair);
    expect(after).toMatchObject({ chairs: 1 });
    expect(after.places).toBeUndefined();
  });

  test("lose a queue that is deleted", async () => {
    const { owner, hair, beard, chair, list, line } = await openChairShop();
    await chair("Chair 1", hair, beard);
    await owner.mutation(queues.remove, { queueId: hair });
    expect(await list()).toMatchObject([{ queueIds: [beard] }]);
    expect(await line(beard)).toMatchObject({ chairs: 1, places: 1 });
  });
});

describe("who works at a chair", () => {
  test("is one person, who has no other", async () => {
    const { sam, kim, hair, chair, take, list } = await openChairShop();
    const one = await chair("Chair 1", hair);
    const two = await chair("Chair 2", hair);
    expect(await take(sam, one)).toMatchObject({ ok: true });
    expect(await take(kim, one)).toEqual(refusedWith("chairTaken"));
    expect(await take(sam, two)).toMatchObject({ ok: true });
    expect(await list(sam)).toMatchObject([
      { isTaken: false, person: null },
      { isMine: true, person: "Sam" },
    ]);
    expect(await take(kim, one)).toMatchObject({ ok: true });
  });

  test("of two who take it at once is one", async () => {
    const { sam, kim, hair, chair, take, list } = await openChairShop();
    const one = await chair("Chair 1", hair);
    const answers = await Promise.all([take(sam, one), take(kim, one)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await list()).filter(({ isTaken }) => isTaken)).toHaveLength(1);
  });

  test("may be followed by another when it is off duty", async () => {
    const { sam, kim, hair, chair, take, turn, list } = await openChairShop();
    const one = await chair("Chair 1", hair);
    await take(sam, one);
    await turn(one, "off");
    expect(await take(kim, one)).toMatchObject({ ok: true });
    expect(await list(kim)).toMatchObject([{ isMine: true, person: "Kim" }]);
  });

  test("leaves it off duty when they leave the shop", async () => {
    const { owner, samId, sam, hair, chair, take, list, line } =
      await openChairShop();
    await take(sam, await chair("Chair 1", hair));
    await owner.mutation(api.team.people.remove, { personId: samId });
    expect(await list()).toMatchObject([{ isTaken: false, duty: "off" }]);
    expect(await line(hair)).toMatchObject({ chairs: 0, places: 1 });
  });
});

describe("duty", () => {
  test("is switched on by the first call, and goes off two hours after closing", async () => {
    const { app, sam, beard, hair, chair, take, turn, list, join, ...shop } =
      await openChairShop();
    const { line, owner } = shop;
    const one = await chair("Chair 1", hair, beard);
    await chair("Chair 2", hair);
    await take(sam, one);
    await turn(one, "off");
    expect(await line(hair)).toMatchObject({ chairs: 1 });
    await join(hair, "Ana");
    const queueId = hair;
    granted(await press(sam, actions.callNext, { queueId }));
    const [called] = await list();
    expect(called).toMatchObject({ duty: "on", until: at("19:00") });
    const { chairs: onDuty, state } = await line(hair);
    expect([onDuty, state.pace.chairs]).toEqual([2, 2]);
    const [newest] = await owner.query(actions.history, { queueId });
    expect(newest).toMatchObject({
      code: "chairOn",
      name: "Chair 1",
      by: "Sam",
    });
    await pass(app, at("19:00") - Date.now());
    const off = { duty: "off", until: null };
    expect(await list()).toMatchObject([off, off]);
    expect(await line(hair)).toMatchObject({ chairs: 0 });
  });

  test("is not switched on by a call that finds nobody", async () => {
    const { sam, hair, chair, take, turn, list } = await openChairShop();
    const one = await chair("Chair 1", hair);
    await take(sam, one);
    await turn(one, "off");
    expect(await press(sam, actions.callNext, { queueId: hair })).toEqual(
      refusedWith("nobodyWaiting"),
    );
    expect(await list()).toMatchObject([{ duty: "off" }]);
  });

  test("goes on after a break, also when its alarm was lost", async () => {
    const { app, hair, chair, turn, list, line } = await openChairShop();
    const one = await chair("Chair 1", hair);
    await turn(one, "break", 15);
    const until = Date.now() + 15 * MINUTE;
    expect(await list()).toMatchObject([{ duty: "break", until }]);
    expect(await line(hair)).toMatchObject({ chairs: 0, places: 1 });
    await pass(app, 15 * MINUTE);
    expect(await list()).toMatchObject([{ duty: "on", until: at("19:00") }]);
    await turn(one, "break", 60);
    expect(await loseJobs(app, "chairOver")).toBeGreaterThan(0);
    vi.advanceTimersByTime(62 * MINUTE);
    await maintain(app);
    await pass(app, MINUTE);
    expect(await list()).toMatchObject([{ duty: "on" }]);
    expect(await line(hair)).toMatchObject({ chairs: 1 });
  });

  test.each([undefined, 0, 241, 1.5, Number.NaN])(
    "has no break of %s minutes",
    async (minutes) => {
      const { owner, hair, chair } = await openChairShop();
      const chairId = await chair("Chair 1", hair);
      const args = { chairId, to: "break" as const, minutes };
      await failsWith(press(owner, chairs.turn, args), "invalidInput");
    },
  );

  test("of nobody leaves no minutes, and a customer who joins then gets no quote", async () => {
    const { app, hair, chair, turn, join, line } = await openChairShop();
    const one = await chair("Chair 1", hair);
    await turn(one, "off");
    await join(hair, "Ana");
    expect(await line(hair)).toMatchObject({ chairs: 0 });
    expect((await rows(app, "tickets"))[0]?.quote).toBeUndefined();
  });

  test("of nobody before opening tells phones how many chairs will work", async () => {
    const { app, hair, chair, turn } = await openChairShop();
    const one = await chair("Chair 1", hair);
    const line = async () =>
      await app.backend.query(api.line.tickets.line, { queueId: hair });
    expect(await line()).not.toHaveProperty("places");
    await turn(one, "off");
    expect(await line()).toMatchObject({ chairs: 0, places: 1 });
  });

  test("takes no bookable time away, and a queue that is no chair's home takes no bookings", async () => {
    const { app, hair, beard, chair, turn } = await openChairShop();
    const one = await chair("Chair 1", hair, beard);
    await turn(one, "off");
    const slotsOf = async (queueId: string) => {
      const args = { queueId, day: "2026-11-23" };
      const found = await app.backend.query(api.booking.slots.ofDay, args);
      return must(found, "slots").slots;
    };
    const free = (await slotsOf(hair)).filter(({ isFree }) => isFree);
    expect(free).toHaveLength(16);
    expect(await slotsOf(beard)).toEqual([]);
  });

  test("can be undone while the chair is as the switch left it", async () => {
    const { owner, sam, hair, chair, take, turn, list } = await openChairShop();
    const one = await chair("Chair 1", hair);
    const taken = await take(sam, one);
    const broken = must(await turn(one, "break", 30), "event");
    const undo = async (eventId: string) =>
      await press(owner, actions.undo, { eventId });
    const first = must(taken.ok ? taken.eventId : null, "event");
    expect(await undo(first)).toEqual(refusedWith("nothingToUndo"));
    expect(await undo(broken)).toEqual({ ok: true });
    expect(await list()).toMatchObject([{ duty: "on", person: "Sam" }]);
    expect(await undo(first)).toEqual({ ok: true });
    expect(await list()).toMatchObject([{ duty: "on", isTaken: false }]);
  });

  test("of the chair that somebody left for another is in 'Today', and comes back after they left that one", async () => {
    const { owner, sam, hair, beard, chair, take, list, line } =
      await openChairShop();
    const one = await chair("Chair 1", hair);
    const two = await chair("Chair 2", beard);
    await take(sam, one);
    const before = [await list(), (await line(hair)).chairs];
    const taken = await take(sam, two);
    const [entry] = await owner.query(actions.history, { queueId: hair });
    expect(entry).toMatchObject({ code: "chairOff", name: "Chair 1" });
    const left = must(entry, "entry").eventId;
    const undo = async (eventId: string) =>
      await press(owner, actions.undo, { eventId });
    expect(await undo(left)).toEqual(refusedWith("nothingToUndo"));
    const { eventId } = granted(taken);
    expect(await undo(must(eventId, "event"))).toEqual({ ok: true });
    expect(await undo(left)).toEqual({ ok: true });
    expect([await list(), (await line(hair)).chairs]).toEqual(before);
  });

  test("comes back without a break that is over, or a person who left the shop", async () => {
    const { app, owner, sam, samId, kim, hair, chair, take, turn, list } =
      await openChairShop();
    const one = await chair("Chair 1", hair);
    const undo = async (eventId: string | null) =>
      await press(owner, actions.undo, { eventId: must(eventId, "event") });
    await turn(one, "break", 15);
    const back = await turn(one, "on");
    vi.advanceTimersByTime(20 * MINUTE);
    expect(await undo(back)).toEqual({ ok: true });
    await pass(app, 0);
    expect(await list()).toMatchObject([{ duty: "on", until: at("19:00") }]);
    await take(sam, one);
    await turn(one, "off");
    const taken = await take(kim, one);
    await owner.mutation(api.team.people.remove, { personId: samId });
    expect(await undo(taken.ok ? taken.eventId : null)).toEqual({ ok: true });
    expect(await list()).toMatchObject([{ duty: "off", isTaken: false }]);
  });

  test("cannot give back a person who works at another chair by now", async () => {
    const { owner, sam, hair, chair, take } = await openChairShop();
    const one = await chair("Chair 1", hair);
    const two = await chair("Chair 2", hair);
    await take(sam, one);
    const left = await press(sam, chairs.leave, { chairId: one });
    await take(sam, two);
    const eventId = must(left, "event");
    expect(await press(owner, actions.undo, { eventId })).toEqual(
      refusedWith("nothingToUndo"),
    );
  });
});

test("the word of a shop is chair until it picks another", async () => {
  const { owner, sam } = await openChairShop();
  const word = async () => (await sam.query(chairs.list, {})).word;
  expect(await word()).toBe("chair");
  await owner.mutation(chairs.setWord, { word: "room" });
  expect(await word()).toBe("room");
});

test("the alarm of an earlier time changes nothing", async () => {
  const { app, hair, chair, turn, list } = await openChairShop();
  const chairId = await chair("Chair 1", hair);
  await turn(chairId, "break", 15);
  await turn(chairId, "break", 30);
  const until = Date.now() + 15 * MINUTE;
  await app.backend.mutation(internal.upkeep.timers.chairOver, {
    ...{ chairId, until },
  });
  expect(await list()).toMatchObject([{ duty: "break" }]);
});
