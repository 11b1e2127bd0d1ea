import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { callerOf } from "../../../convex/base/services/caller.ts";
import { parseLine, positionOf } from "../../../convex/queue/rules/line.ts";
import {
  lineRow,
  newSecret,
  openApp,
  rows,
  ticketOf,
  type Caller,
} from "../open-app.ts";
import { NOON } from "../fake-clock.ts";
import { failsWith, press, newShop, refusedWith } from "../base/calls.ts";

const { actions } = api.desk;
const { tickets } = api.line;

/** Tries to join with a new secret. */
const joinFrom = (caller: Pick<Caller, "mutation">, queueId: string) =>
  caller.mutation(tickets.join, { queueId, secret: newSecret() });

describe("joining", () => {
  test("gives the next number and the last place", async () => {
    const { app, queueId } = await newShop();
    const first = await ticketOf(app, await app.join(queueId, "  Ada \u202E"));
    const second = await ticketOf(app, await app.join(queueId));
    expect(first).toMatchObject({
      number: 1,
      name: "Ada",
      status: "waiting",
      callCount: 0,
      joinedAt: NOON,
      queueName: "Haircut",
      timezone: "Europe/London",
    });
    expect(second).toMatchObject({ number: 2, name: null });
    const line = await app.backend.query(tickets.line, { queueId });
    expect(line).toMatchObject({ waitingCount: 2, lastNumber: 2, called: [] });
    expect(positionOf(line?.waiting ?? "", 2)).toBe(2);
  });

  test("again with the same secret returns the same ticket, even after it ended", async () => {
    const { app, queueId } = await newShop();
    const secret = newSecret();
    const again = () => app.backend.mutation(tickets.join, { queueId, secret });
    expect(await Promise.all([again(), again()])).toEqual([
      { ok: true, number: 1 },
      { ok: true, number: 1 },
    ]);
    await app.backend.mutation(tickets.leave, { secret });
    expect(await again()).toEqual({ ok: true, number: 1 });
    expect(await rows(app, "tickets")).toHaveLength(1);
  });

  test("leaves no usable secret in the database", async () => {
    const app = await openApp();
    const secret = await app.join((await app.shop()).queueId);
    expect(JSON.stringify(await rows(app, "tickets"))).not.toContain(secret);
  });

  test("refuses a number that is never texted, in a plan with texts (N5)", async () => {
    const { app, queueId } = await newShop({ plan: "pro" });
    const args = { queueId, secret: newSecret(), phone: "+53 26 123 456" };
    expect(await app.backend.mutation(tickets.join, args)).toEqual(
      refusedWith("notTextable"),
    );
    expect(await rows(app, "tickets")).toEqual([]);
  });

  test("refuses a malformed secret", async () => {
    const { app, queueId } = await newShop();
    for (const secret of ["", "short", "x".repeat(33), "ü".repeat(32)])
      await failsWith(
        app.backend.mutation(tickets.join, { queueId, secret }),
        "invalidInput",
      );
    expect(await rows(app, "tickets")).toEqual([]);
  });

  test("by 20 at once with room for 10 gives numbers 1 to 10 and refuses the rest", async () => {
    const { app, queueId } = await newShop({ plan: "starter" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => joinFrom(app.backend, queueId)),
    );
    expect(
      answers.flatMap((a) => (a.ok ? [a.number] : [])).sort((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const full = refusedWith("queueFull", { limit: 10 });
    expect(answers.filter((answer) => !answer.ok)).toEqual(
      Array.from({ length: 10 }, () => full),
    );
  });

  test("counts called and serving customers against the limit, but not completed ones", async () => {
    const { app, queueId, owner } = await newShop({ plan: "starter" });
    const secrets = [];
    for (let i = 0; i < 10; i += 1) secrets.push(await app.join(queueId));
    const call = (requestKey: string) =>
      owner.mutation(actions.callNext, { queueId, requestKey });
    const chairs = { queueId, chairs: 2 };
    await press(owner, api.desk.queues.setChairs, chairs);
    const first = await call("a");
    await call("b");
    if (!first.ok) throw new Error(first.code);
    await press(owner, actions.serve, { ticketId: first.ticketId });
    const join = () => joinFrom(app.backend, queueId);
    expect(await join()).toMatchObject({ code: "queueFull" });
    await press(owner, actions.done, { ticketId: first.ticketId });
    expect(await join()).toEqual({ ok: true, number: 11 });
    expect(await join()).toMatchObject({ code: "queueFull" });
  });

  test("is refused by a closed, deleted or unknown queue", async () => {
    const { app, queueId, owner } = await newShop();
    const join = (id: string) => joinFrom(app.backend, id);
    await owner.mutation(api.desk.queues.setActive, {
      queueId,
      isActive: false,
    });
    expect(await join(queueId)).toEqual({ ok: false, code: "queueClosed" });
    await owner.mutation(api.desk.queues.remove, { queueId });
    expect(await join(queueId)).toMatchObject({ code: "unknownQueue" });
    expect(await join("nonsense")).toMatchObject({ code: "unknownQueue" });
  });

  test("is counted by the hour of the business's clock", async () => {
    const { app, queueId } = await newShop({ timezone: "Asia/Kathmandu" });
    vi.setSystemTime(Date.parse("2026-11-20T18:20:00Z"));
    await app.join(queueId);
    const [day] = await rows(app, "queueDays");
    expect(day?.day).toBe("2026-11-21");
    expect(day?.counts.joinsByHour.indexOf(1)).toBe(0);
  });
});

describe("limits on anonymous joins", () => {
  test("stop an address that joins and leaves endlessly, for a while", async () => {
    const { app, queueId, owner } = await newShop({ plan: "starter" });
    const desk = owner.withRequestMetadata({ ip: "203.0.113.99" });
    await desk.mutation(actions.opened, {});
    const script = app.backend.withRequestMetadata({ ip: "81.2.69.161" });
    const joinAndLeave = async () => {
      const secret = newSecret();
      const answer = await script.mutation(tickets.join, { queueId, secret });
      if (answer.ok) await script.mutation(tickets.leave, { secret });
      return answer;
    };
    for (let i = 0; i < 15; i += 1)
      expect((await joinAndLeave()).ok).toBe(true);
    const before = await rows(app, "tickets");
    expect(await joinAndLeave()).toEqual(
      refusedWith("tooManyJoins", { retryAfterMs: 20_000 }),
    );
    expect(await rows(app, "tickets")).toHaveLength(before.length);
    // Another customer is not affected.
    expect((await ticketOf(app, await app.join(queueId))).status).toBe(
      "waiting",
    );
    vi.advanceTimersByTime(20_000);
    expect((await joinAndLeave()).ok).toBe(true);
  });

  // Attack 3.
  test.each([
    ["one IPv4 address", () => "81.2.69.161", 4],
    ["one IPv6 /48", (i: number) => `2001:db8:7:${i % 9}::${i}`, 6],
  ])("%s cannot take every place", async (_, ipOf, most) => {
    const { app, queueId, owner } = await newShop({ plan: "starter" });
    const desk = owner.withRequestMetadata({ ip: "203.0.113.99" });
    await desk.mutation(actions.opened, {});
    const answers = [];
    for (let i = 0; i < 20; i += 1) {
      const from = app.backend.withRequestMetadata({ ip: ipOf(i) });
      answers.push(await joinFrom(from, queueId));
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(most);
    expect(answers.at(-1)).toEqual({ ok: false, code: "tooManyHeld" });
    // Others can take the rest.
    for (let i = most; i < 10; i += 1) {
      const from = app.backend.withRequestMetadata({ ip: `203.0.113.${i}` });
      expect((await joinFrom(from, queueId)).ok).toBe(true);
    }
  });

  test("do not apply to a proxy's own address", async () => {
    const { app, queueId } = await newShop({ plan: "enterprise" });
    const proxy = app.backend.withRequestMetadata({ ip: "127.0.0.1" });
    for (let i = 0; i < 70; i += 1) {
      expect((await joinFrom(proxy, queueId)).ok).toBe(true);
    }
  });

  test("store only a keyed hash of the address, and count it no more when the ticket ends", async () => {
    vi.stubEnv("JWT_PRIVATE_KEY", "a key of this deployment");
    const { app, queueId } = await newShop();
    const from = app.backend.withRequestMetadata({ ip: "81.2.69.161" });
    const secret = newSecret();
    await from.mutation(tickets.join, { queueId, secret });
    const kept = JSON.stringify([
      await rows(app, "tickets"),
      await rows(app, "rateLimits"),
    ]);
    expect(kept).toContain((await callerOf("81.2.69.161")).network);
    expect(kept).not.toContain("81.2.69.161");
    vi.stubEnv("JWT_PRIVATE_KEY", "another key");
    expect(kept).not.toContain((await callerOf("81.2.69.161")).network);
    vi.unstubAllEnvs();
    await from.mutation(tickets.leave, { secret });
    expect((await rows(app, "tickets"))[0]).not.toHaveProperty("network");
  });
});

describe("a customer and their ticket", () => {
  test("leaving closes the gap, and leaving twice is the same as once", async () => {
    const { app, queueId } = await newShop();
    const secret = await app.join(queueId);
    await app.join(queueId);
    const leave = () => app.backend.mutation(tickets.leave, { secret });
    expect(await leave()).toEqual({ ok: true });
    expect(await leave()).toEqual({ ok: true });
    expect(await ticketOf(app, secret)).toMatchObject({
      status: "cancelled",
      endReason: "left",
    });
    expect(parseLine((await lineRow(app, queueId)).state.waiting)).toEqual([2]);
    const kinds = (await rows(app, "ticketEvents")).map(({ kind }) => kind);
    expect(kinds).toEqual(["join", "join", "leave"]);
  });

  test("'on my way' stops the grace clock, once, and only when called", async () => {
    const settings = { whenUnmarked: "missed" } as const;
    const { app, queueId, owner } = await newShop({ settings });
    const secret = await app.join(queueId);
    const acknowledge = () =>
      app.backend.mutation(tickets.acknowledge, { secret });
    expect(await acknowledge()).toEqual({ ok: false, code: "notCalledNow" });
    await press(owner, actions.callNext, { queueId });
    expect((await ticketOf(app, secret)).graceEndsAt).toBe(NOON + 300_000);
    expect(await acknowledge()).toEqual({ ok: true });
    expect(await acknowledge()).toEqual({ ok: true });
    expect(await ticketOf(app, secret)).toMatchObject({
      acknowledged: true,
      graceEndsAt: null,
      callCount: 1,
    });
    const kinds = (await rows(app, "ticketEvents")).map(({ kind }) => kind);
    expect(kinds).toEqual(["join", "call", "acknowledge"]);
  });
});

test("the shared line: contains no names and no ids", async () => {
  const { app, queueId, owner } = await newShop();
  await app.join(queueId, "Ada Lovelace");
  await app.join(queueId, "Grace Hopper");
  await press(owner, actions.callNext, { queueId });
  expect(await app.backend.query(tickets.line, { queueId })).toEqual({
    generation: 1,
    waiting: "I",
    waitingCount: 1,
    called: [{ number: 1, at: NOON, serving: false }],
    lastNumber: 2,
    currentNumber: 1,
    pace: null,
    lastCallAt: NOON,
    explained: [],
    isActive: true,
    chairs: 1,
    pause: null,
  });
});

test("the shared line: is null for a deleted or unknown queue", async () => {
  const { app, queueId, owner } = await newShop();
  await owner.mutation(api.desk.queues.remove, { queueId });
  for (const id of [queueId, "nonsense", ""])
    expect(await app.backend.query(tickets.line, { queueId: id })).toBeNull();
});
