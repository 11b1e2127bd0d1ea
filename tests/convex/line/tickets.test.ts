import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { callerOf } from "../../../convex/base/services/caller.ts";
import { parseLine, positionOf } from "../../../convex/queue/rules/line.ts";
import {
  lineFromTickets,
  lineRow,
  newSecret,
  openApp,
  rows,
  ticketOf,
  keyed,
} from "../open-app.ts";
import { startClockAt } from "../fake-clock.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

startClockAt(NOON);

describe("joining", () => {
  test("gives the next number and the last place", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
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
    const line = await app.backend.query(api.line.tickets.line, { queueId });
    expect(line).toMatchObject({ waitingCount: 2, lastNumber: 2, called: [] });
    expect(positionOf(line?.waiting ?? "", 2)).toBe(2);
  });

  test("again with the same secret returns the same ticket, even after it ended", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
    const secret = newSecret();
    const again = async () =>
      await app.backend.mutation(api.line.tickets.join, { queueId, secret });
    const both = await Promise.all([again(), again()]);
    expect(both).toEqual([
      { ok: true, number: 1 },
      { ok: true, number: 1 },
    ]);
    await app.backend.mutation(api.line.tickets.leave, { secret });
    expect(await again()).toEqual({ ok: true, number: 1 });
    expect(await rows(app, "tickets")).toHaveLength(1);
  });

  test("leaves no usable secret in the database", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
    const secret = await app.join(queueId);
    expect(JSON.stringify(await rows(app, "tickets"))).not.toContain(secret);
  });

  test("refuses a malformed secret", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
    for (const secret of ["", "short", "x".repeat(33), "ü".repeat(32)]) {
      await expect(
        app.backend.mutation(api.line.tickets.join, { queueId, secret }),
      ).rejects.toMatchObject({ data: { code: "invalidInput" } });
    }
    expect(await rows(app, "tickets")).toEqual([]);
  });

  test("by 20 at once with room for 10 gives numbers 1 to 10 and refuses the rest", async () => {
    const app = await openApp();
    const { queueId } = await app.shop({ plan: "starter" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        app.backend.mutation(api.line.tickets.join, {
          queueId,
          secret: newSecret(),
        }),
      ),
    );
    const numbers = answers.flatMap((a) => (a.ok ? [a.number] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const refusals = answers.filter((answer) => !answer.ok);
    expect(refusals).toEqual(
      Array.from({ length: 10 }, () => ({
        ok: false,
        code: "queueFull",
        limit: 10,
      })),
    );
  });

  test("counts called and serving customers against the limit, but not completed ones", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop({
      plan: "starter",
      settings: { autoComplete: false },
    });
    const secrets = [];
    for (let i = 0; i < 10; i += 1) secrets.push(await app.join(queueId));
    const call = async (requestKey: string) =>
      await owner.mutation(api.desk.actions.callNext, { queueId, requestKey });
    const first = await call("a");
    await call("b");
    if (!first.ok) throw new Error(first.code);
    await owner.mutation(
      api.desk.actions.serve,
      keyed({ ticketId: first.ticketId }),
    );
    const join = async () =>
      await app.backend.mutation(api.line.tickets.join, {
        queueId,
        secret: newSecret(),
      });
    expect(await join()).toMatchObject({ code: "queueFull" });
    await owner.mutation(
      api.desk.actions.done,
      keyed({ ticketId: first.ticketId }),
    );
    expect(await join()).toEqual({ ok: true, number: 11 });
    expect(await join()).toMatchObject({ code: "queueFull" });
  });

  test("is refused by a closed, deleted or unknown queue", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop();
    const join = async (id: string) =>
      await app.backend.mutation(api.line.tickets.join, {
        queueId: id,
        secret: newSecret(),
      });
    await owner.mutation(api.desk.queues.setActive, {
      queueId,
      isActive: false,
    });
    expect(await join(queueId)).toEqual({
      ok: false,
      code: "queueClosed",
    });
    await owner.mutation(api.desk.queues.remove, { queueId });
    expect(await join(queueId)).toMatchObject({ code: "unknownQueue" });
    expect(await join("nonsense")).toMatchObject({ code: "unknownQueue" });
  });

  test("never puts a newcomer in front when the clock goes back", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
    await app.join(queueId);
    vi.setSystemTime(NOON - 3_600_000);
    await app.join(queueId);
    const line = await lineRow(app, queueId);
    expect(parseLine(line.state.waiting)).toEqual([1, 2]);
    expect(line.state).toEqual(await lineFromTickets(app, line));
  });

  test("is counted by the hour of the business's clock", async () => {
    const app = await openApp();
    const { queueId } = await app.shop({ timezone: "Asia/Kathmandu" });
    vi.setSystemTime(Date.parse("2026-11-20T18:20:00Z"));
    await app.join(queueId);
    const [day] = await rows(app, "queueDays");
    expect(day?.day).toBe("2026-11-21");
    expect(day?.counts.joinsByHour.indexOf(1)).toBe(0);
  });
});

describe("limits on anonymous joins", () => {
  test("let 30 customers from one address join within ten minutes", async () => {
    const app = await openApp();
    const { queueId } = await app.shop({ plan: "pro" });
    const shopWifi = app.backend.withRequestMetadata({ ip: "81.2.69.160" });
    for (let i = 0; i < 30; i += 1) {
      const secret = newSecret();
      const answer = await shopWifi.mutation(api.line.tickets.join, {
        queueId,
        secret,
      });
      expect(answer).toEqual({ ok: true, number: i + 1 });
      vi.advanceTimersByTime(20_000);
    }
  });

  test("stop an address that joins and leaves endlessly, for a while", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop({ plan: "starter" });
    const desk = owner.withRequestMetadata({ ip: "203.0.113.99" });
    await desk.mutation(api.desk.actions.opened, {});
    const script = app.backend.withRequestMetadata({ ip: "81.2.69.161" });
    const joinAndLeave = async () => {
      const secret = newSecret();
      const answer = await script.mutation(api.line.tickets.join, {
        queueId,
        secret,
      });
      if (answer.ok) await script.mutation(api.line.tickets.leave, { secret });
      return answer;
    };
    for (let i = 0; i < 15; i += 1)
      expect((await joinAndLeave()).ok).toBe(true);
    const before = await rows(app, "tickets");
    expect(await joinAndLeave()).toEqual({
      ok: false,
      code: "tooManyJoins",
      retryAfterMs: 20_000,
    });
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
    const app = await openApp();
    const { queueId, owner } = await app.shop({ plan: "starter" });
    const desk = owner.withRequestMetadata({ ip: "203.0.113.99" });
    await desk.mutation(api.desk.actions.opened, {});
    const answers = [];
    for (let i = 0; i < 20; i += 1) {
      const from = app.backend.withRequestMetadata({ ip: ipOf(i) });
      const secret = newSecret();
      answers.push(
        await from.mutation(api.line.tickets.join, { queueId, secret }),
      );
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(most);
    expect(answers.at(-1)).toEqual({
      ok: false,
      code: "tooManyHeld",
    });
    // Others can take the rest.
    for (let i = most; i < 10; i += 1) {
      const ip = `203.0.113.${i}`;
      const from = app.backend.withRequestMetadata({ ip });
      const secret = newSecret();
      const answer = await from.mutation(api.line.tickets.join, {
        queueId,
        secret,
      });
      expect(answer.ok).toBe(true);
    }
  });

  test("do not apply to a proxy's own address", async () => {
    const app = await openApp();
    const { queueId } = await app.shop({ plan: "enterprise" });
    const proxy = app.backend.withRequestMetadata({ ip: "127.0.0.1" });
    for (let i = 0; i < 70; i += 1) {
      const secret = newSecret();
      const answer = await proxy.mutation(api.line.tickets.join, {
        queueId,
        secret,
      });
      expect(answer.ok).toBe(true);
    }
  });

  test("store only a keyed hash of the address, and drop it from the ticket when it ends", async () => {
    vi.stubEnv("JWT_PRIVATE_KEY", "a key of this deployment");
    const app = await openApp();
    const { queueId } = await app.shop();
    const from = app.backend.withRequestMetadata({ ip: "81.2.69.161" });
    const secret = newSecret();
    await from.mutation(api.line.tickets.join, { queueId, secret });
    const kept = JSON.stringify([
      await rows(app, "tickets"),
      await rows(app, "rateLimits"),
    ]);
    expect(kept).toContain((await callerOf("81.2.69.161")).network);
    expect(kept).not.toContain("81.2.69.161");
    vi.stubEnv("JWT_PRIVATE_KEY", "another key");
    expect(kept).not.toContain((await callerOf("81.2.69.161")).network);
    vi.unstubAllEnvs();
    await from.mutation(api.line.tickets.leave, { secret });
    const [ticket] = await rows(app, "tickets");
    expect(ticket).not.toHaveProperty("network");
  });
});

describe("a customer and their ticket", () => {
  test("leaving closes the gap, and leaving twice is the same as once", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
    const secrets = [await app.join(queueId), await app.join(queueId)];
    const secret = secrets[0] ?? "";
    const leave = async () =>
      await app.backend.mutation(api.line.tickets.leave, { secret });
    expect(await leave()).toEqual({ ok: true });
    expect(await leave()).toEqual({ ok: true });
    expect(await ticketOf(app, secret)).toMatchObject({
      status: "cancelled",
      endReason: "left",
    });
    const line = await lineRow(app, queueId);
    expect(parseLine(line.state.waiting)).toEqual([2]);
    const kinds = (await rows(app, "ticketEvents")).map(({ kind }) => kind);
    expect(kinds).toEqual(["join", "join", "leave"]);
  });

  test("a customer who is being served cannot leave", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop();
    const secret = await app.join(queueId);
    const called = await owner.mutation(api.desk.actions.callNext, {
      queueId,
      requestKey: "a",
    });
    if (!called.ok) throw new Error(called.code);
    await owner.mutation(
      api.desk.actions.serve,
      keyed({ ticketId: called.ticketId }),
    );
    expect(
      await app.backend.mutation(api.line.tickets.leave, { secret }),
    ).toEqual({
      ok: false,
      code: "alreadyEnded",
    });
  });

  test("'on my way' stops the grace clock, once, and only when called", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop();
    const secret = await app.join(queueId);
    const acknowledge = async () =>
      await app.backend.mutation(api.line.tickets.acknowledge, { secret });
    expect(await acknowledge()).toEqual({
      ok: false,
      code: "notCalledNow",
    });
    await owner.mutation(api.desk.actions.callNext, {
      queueId,
      requestKey: "a",
    });
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

  test("an unknown secret opens nothing", async () => {
    const app = await openApp();
    const { queueId } = await app.shop();
    await app.join(queueId);
    for (const secret of [newSecret(), "", "1", "' OR 1=1"]) {
      expect(
        await app.backend.query(api.line.tickets.mine, { secret }),
      ).toBeNull();
      for (const name of ["leave", "acknowledge"] as const) {
        const answer = await app.backend.mutation(api.line.tickets[name], {
          secret,
        });
        expect(answer).toEqual({ ok: false, code: "notFound" });
      }
    }
    expect((await lineRow(app, queueId)).state.waitingCount).toBe(1);
  });
});

describe("the shared line", () => {
  test("contains no names and no ids", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop();
    await app.join(queueId, "Ada Lovelace");
    await app.join(queueId, "Grace Hopper");
    await owner.mutation(api.desk.actions.callNext, {
      queueId,
      requestKey: "a",
    });
    const line = await app.backend.query(api.line.tickets.line, { queueId });
    expect(line).toEqual({
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

  test("is null for a deleted or unknown queue", async () => {
    const app = await openApp();
    const { queueId, owner } = await app.shop();
    await owner.mutation(api.desk.queues.remove, { queueId });
    for (const id of [queueId, "nonsense", ""]) {
      expect(
        await app.backend.query(api.line.tickets.line, { queueId: id }),
      ).toBeNull();
    }
  });
});
