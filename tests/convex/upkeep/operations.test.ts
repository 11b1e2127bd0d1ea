/** What admins see of background work and of the server. Access is in admin-access.test.ts. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id, TableNames } from "../../../convex/_generated/dataModel.js";
import { MAX_COUNTED } from "../../../convex/upkeep/rules/operations.ts";
import { openApp, type App, type Caller, type Shop } from "../open-app.ts";
import { formOf, sampleOf } from "../sample-rows.ts";
import { MINUTE } from "../fake-clock.ts";

const NOW = Date.UTC(2027, 0, 12, 10);
/** Fills every field of every row that may hold any text. */
const SECRET = "Ann Lee +15550100001";

let app: App;
let shop: Shop;
let admin: Caller;
let known: Record<string, string>;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  app = await openApp();
  shop = await app.shop();
  admin = await app.admin();
  known = { businesses: shop.businessId, queues: shop.queueId };
  for (const table of ["users", "authSessions"] as const) {
    const row = await app.backend.run((ctx) => ctx.db.query(table).first());
    known[table] = String(row?._id);
  }
});

/** Inserts a row with the given fields. */
const put = async <Table extends TableNames>(
  table: Table,
  fields: Record<string, unknown>,
): Promise<Id<Table>> =>
  await app.backend.run(async (ctx) => {
    const sample = sampleOf(formOf(table), known, SECRET) as object;
    const row = { ...sample, ...fields };
    const id = await ctx.db.insert(table, row as never);
    known[table] ??= id;
    return id;
  });

const look = async () => await admin.action(api.upkeep.operations.look, {});
const kinds = async () => (await look()).troubles.map(({ kind }) => kind);
const NOTHING = { waiting: 0, lateMs: 0, failed: 0 };

test("an idle product on a server that is not ours has nothing to report", async () => {
  expect(await look()).toEqual({
    at: NOW,
    product: {
      ...{ waitingNow: 0, servedToday: 0, countedAt: null, mails: NOTHING },
      ...{ texts: NOTHING, calendars: NOTHING, alarmsLate: 0, upkeep: [] },
    },
    server: { kind: "elsewhere" },
    troubles: [],
  });
});

test("waiting work, its age and failures within the hour are counted, and nobody is named", async () => {
  await app.join(shop.queueId);
  const ticket = await app.backend.run((ctx) =>
    ctx.db.query("tickets").first(),
  );
  known["tickets"] = String(ticket?._id);
  const ago = (minutes: number) => NOW - minutes * MINUTE;
  for (const [state, nextAt] of [
    ...([
      ["queued", ago(20)],
      ["queued", NOW + MINUTE],
    ] as const),
    ...([
      ["failed", ago(59)],
      ["failed", ago(61)],
      ["sent", ago(1)],
    ] as const),
  ])
    await put("mails", { state, nextAt });
  for (const [state, at] of [
    ...([
      ["queued", ago(2)],
      ["sending", ago(30)],
    ] as const),
    ...([
      ["failed", ago(1)],
      ["failed", ago(61)],
    ] as const),
  ])
    await put("smsMessages", { state, at });
  await put("calendarConnections", {});
  await put("calendarEvents", { nextAt: ago(61), failures: 0 });
  await put("calendarEvents", { nextAt: NOW + MINUTE, failures: 3 });
  await put("calendarEvents", { nextAt: undefined, failures: 1 });
  await put("platformNow", { waiting: 7, served: 9, at: ago(1) });

  const seen = await look();
  expect(seen.product).toEqual({
    ...{ waitingNow: 7, servedToday: 9, countedAt: ago(1) },
    mails: { waiting: 2, lateMs: 20 * MINUTE, failed: 1 },
    texts: { waiting: 1, lateMs: 2 * MINUTE, failed: 1 },
    calendars: { waiting: 2, lateMs: 61 * MINUTE, failed: 1 },
    ...{ alarmsLate: 0, upkeep: [] },
  });
  expect(await kinds()).toEqual([
    ...["mailsLate", "calendarsLate", "mailsFailed", "textsFailed"],
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/Ann|5550/);
});

test("alarms of every kind are late when they are a minute overdue", async () => {
  await app.join(shop.queueId);
  const now = { nextAt: NOW - MINUTE + 1 };
  const ticket = await app.backend.run((ctx) =>
    ctx.db.query("tickets").first(),
  );
  known["tickets"] = String(ticket?._id);
  await put("alerts", now);
  expect((await look()).product.alarmsLate).toBe(0);
  const then = NOW - MINUTE;
  await put("alerts", { nextAt: then });
  await app.backend.run(async (ctx) => {
    const line = await ctx.db.query("lines").first();
    if (line === null || ticket === null) throw new Error("no line");
    await ctx.db.patch("lines", line._id, { pause: { since: 0, until: then } });
    await ctx.db.patch("businesses", shop.businessId, {
      notice: { minutes: 5, since: 0, until: then },
    });
    const { businessId } = shop;
    await ctx.db.insert("chairs", {
      ...{ businessId, name: "Chair 1", queueIds: [], personId: null },
      ...{ duty: "on", since: 0, until: then, deletedAt: null },
    });
    await ctx.db.insert("tablets", {
      ...{ businessId, name: "Desk", addedBy: shop.ownerId },
      ...{ personId: shop.ownerId, until: then },
    });
    const slot = { start: then - 1, end: then + 30 * MINUTE };
    const booked = { isScheduled: true, orderAt: slot.start, slot };
    await ctx.db.patch("tickets", ticket._id, {
      state: { ...ticket.state, ...booked },
    });
  });
  expect((await look()).product.alarmsLate).toBe(6);
  expect(await kinds()).toEqual(["alarmsLate"]);
});

test("a look reads a bounded part of the waiting work", async () => {
  await app.backend.run(async (ctx) => {
    const sample = sampleOf(formOf("mails"), { ...known, tickets: "" }, "x");
    const row = { ...(sample as object), ticketId: null, state: "queued" };
    for (let i = 0; i < MAX_COUNTED + 20; i++)
      await ctx.db.insert("mails", { ...row, nextAt: NOW } as never);
  });
  expect((await look()).product.mails.waiting).toBe(MAX_COUNTED);
});

test("the engine is asked with the key, and an answer without figures is a trouble", async () => {
  const asked: string[] = [];
  let answer: () => Response | Promise<Response> = () => new Response("no");
  vi.stubEnv("ENGINE_URL", "http://127.0.0.1:3210");
  vi.stubEnv("ENGINE_METRICS_KEY", "metrics-key");
  vi.stubGlobal("fetch", async (url: URL, request: RequestInit) => {
    const key = new Headers(request.headers).get("Authorization");
    asked.push(`${url.href} ${key}`);
    return await answer();
  });
  expect((await look()).server).toEqual({ kind: "away" });
  answer = () => Promise.reject(new TypeError("fetch failed"));
  expect((await look()).server).toEqual({ kind: "away" });
  answer = () => new Response("no", { status: 401 });
  expect(await kinds()).toEqual(["serverAway"]);
  expect(asked[0]).toBe("http://127.0.0.1:3210/metrics Bearer metrics-key");
});
