/**
 * All data of a business as a file for its owner: everything that the schema holds of it, nothing of others, no
 * secret. It can be fetched once and is deleted in time. product.md A13.
 */
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { TableNames } from "../../../convex/_generated/dataModel.js";
import { belongings } from "../../../convex/privacy/data/belongings.ts";
import { exported } from "../../../convex/privacy/data/exportedFields.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import schema from "../../../convex/schema.ts";
import {
  openApp,
  rows,
  type App,
  type Shop,
  maintain,
  loseJobs,
} from "../open-app.ts";
import { formOf, sampleOf, type Form } from "../sample-rows.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { granted, press, refusedWith } from "../base/calls.ts";
import { changeRow, copyRow } from "../base/tables.ts";

const tables = Object.keys(schema.tables) as TableNames[];

/** Fields that grant access or tell where a person was. */
const SECRET =
  /hash|secret|token|network|device|asker|^code$|stripeCustomer|^key$|verifier/i;
const names = (form: Form): string[] => {
  if (form.type === "object")
    return Object.entries(form.value).flatMap(([name, { fieldType }]) => [
      name,
      ...names(fieldType),
    ]);
  if (form.type === "union") return form.value.flatMap(names);
  return form.type === "array" ? names(form.value) : [];
};

test.each(tables)(
  "the list of what is exported: of %s contains no secret",
  (table) => {
    const part = exported[table];
    if (part === null) return;
    // Exports only tables that the erasure lists as a business's own.
    expect(["account", "nobody"]).not.toContain(belongings[table]);
    const form = formOf(table);
    const fields = form.type === "object" ? Object.entries(form.value) : [];
    for (const field of part.without)
      expect(fields.map(([name]) => name)).toContain(field);
    const given = fields.filter(([name]) => !part.without.includes(name));
    const found = given.flatMap(([name, { fieldType }]) => [
      name,
      ...names(fieldType),
    ]);
    expect(found.filter((name) => SECRET.test(name))).toEqual([]);
  },
);

async function furnish(app: App, word: string): Promise<Shop> {
  const shop = await app.shop({ settings: { whenUnmarked: "came" } });
  const { owner, queueId, businessId } = shop;
  await app.join(queueId, `=${word}`);
  await owner.mutation(api.desk.actions.callNext, { queueId, requestKey: "k" });
  await app.backend.run(async (ctx) => {
    const ticket = must(
      await ctx.db.query("tickets").order("desc").first(),
      "ticket",
    );
    const event = must(
      await ctx.db.query("ticketEvents").order("desc").first(),
      "event",
    );
    const ids: Record<string, string> = {
      ...{ businesses: businessId, queues: queueId, tickets: ticket._id },
      ...{ ticketEvents: event._id, users: shop.ownerId },
      authSessions: shop.sessionId,
      _storage: await ctx.storage.store(new Blob([word])),
    };
    for (const table of tables) {
      if (typeof belongings[table] !== "object") continue;
      if (["subscriptions", "lines", "exports", "directory"].includes(table))
        continue;
      const row = sampleOf(formOf(table), ids, word) as never;
      // The schema lists a table before those that refer to it.
      const id = await ctx.db.insert(table, row);
      ids[table] ??= id;
    }
    const logoId = await ctx.storage.store(
      new Blob([`${word} logo`], { type: "image/png" }),
    );
    await ctx.db.patch("businesses", businessId, { logoId, name: word });
  });
  return shop;
}

/** The files in the archive as text, by name. */
async function fetchExport(app: App, { owner, businessId }: Shop) {
  const taken = await owner.mutation(api.privacy.exports.take, {});
  if (!taken.ok) return taken.code;
  const row = (await rows(app, "exports")).find(
    (one) => one.businessId === businessId,
  );
  const id = must(row?.storageId, "file");
  expect(taken.url).toMatch(/^https:/);
  const bytes = await app.backend.run(async (ctx) => {
    return await must(await ctx.storage.get(id), "stored file").arrayBuffer();
  });
  const files = unzipSync(new Uint8Array(bytes));
  return new Map(
    Object.entries(files).map(([name, data]) => [name, strFromU8(data)]),
  );
}

const build = async (app: App, { owner }: Shop) => {
  expect(await owner.mutation(api.privacy.exports.start, {})).toEqual({
    ok: true,
  });
  await app.backend.finishInProgressScheduledFunctions();
  vi.advanceTimersByTime(1);
  await app.backend.finishInProgressScheduledFunctions();
};

describe("an export", () => {
  test("holds every exported table in both formats, and no secret and nothing of others", async () => {
    const app = await openApp();
    const mine = await furnish(app, "Canary");
    await furnish(app, "Stranger");
    await build(app, mine);
    const files = await fetchExport(app, mine);
    if (typeof files === "string") throw new Error(files);
    const all = [...files.values()].join("\n");
    expect(all).not.toContain("Stranger");
    expect(files.get("logo.png")).toBe("Canary logo");

    for (const table of tables) {
      const part = exported[table];
      if (part === null) continue;
      const stored = (await rows(app, table)) as Record<string, unknown>[];
      const own = stored.filter(
        ({ _id, businessId }) =>
          _id === mine.businessId || businessId === mine.businessId,
      );
      const json = JSON.parse(must(files.get(`${part.file}.json`), table)) as {
        _id: string;
      }[];
      const ids = (found: { _id?: unknown }[]) => found.map(({ _id }) => _id);
      expect(ids(json).sort()).toEqual(ids(own).sort());
      const csv = must(files.get(`${part.file}.csv`), table);
      expect(csv.trimEnd().split("\r\n")).toHaveLength(own.length + 1);
      for (const { _id } of json) expect(csv).toContain(_id);
    }
    for (const ticket of await rows(app, "tickets"))
      if (ticket.secretHash !== null && ticket.secretHash !== "Canary")
        expect(all).not.toContain(ticket.secretHash);
    expect(files.get("tickets.csv")).toContain(",'=Canary,");
    expect(files.get("tickets.csv")).toContain(",2026-11-20 12:00,");
    const booked = JSON.parse(files.get("bookings.json") ?? "") as object[];
    expect(booked).toHaveLength(1);
  });

  test.each(["is gone", "cannot be read"])(
    "of a shop whose logo's file %s has all the rest, and says that the logo is missing",
    async (how) => {
      const app = await openApp();
      const mine = await furnish(app, "Canary");
      const [shop] = await rows(app, "businesses");
      const logoId = must(shop?.logoId, "logo");
      const log = vi.spyOn(console, "error").mockReturnValue();
      await app.backend.run(async (ctx) => {
        const file = must(await ctx.storage.get(logoId), "stored file");
        if (how === "is gone") await ctx.storage.delete(logoId);
        else vi.spyOn(file, "arrayBuffer").mockRejectedValue("no such file");
      });
      await build(app, mine);
      const files = await fetchExport(app, mine);
      if (typeof files === "string") throw new Error(files);
      expect(files.get("README.txt")).toContain("Missing: the logo.");
      expect(files.get("profile.json")).toContain(mine.businessId);
      expect(files.has("logo.png")).toBe(false);
      expect(log.mock.calls).toEqual(
        how === "is gone" ? [] : [["no such file"]],
      );
    },
  );

  test("tells who called a customer and to which chair, also after they left and it was deleted", async () => {
    const app = await openApp();
    const mine = await app.shop({ plan: "pro" });
    const { owner, queueId } = mine;
    const sam = await app.member(mine, "staff", { name: "Sam" });
    const settings = { name: "Window", queueIds: [queueId] };
    const made = granted(
      await owner.mutation(api.desk.chairs.create, settings),
    );
    const { chairId } = made;
    await app.join(queueId);
    await press(sam.caller, api.desk.actions.callNext, { queueId, chairId });
    await press(owner, api.desk.chairs.remove, { chairId });
    await owner.mutation(api.team.people.remove, { personId: sam.userId });
    await build(app, mine);
    const files = await fetchExport(app, mine);
    if (typeof files === "string") throw new Error(files);
    const listed = (file: string) =>
      JSON.parse(must(files.get(`${file}.json`), file)) as object[];
    expect(listed("tickets")).toMatchObject([
      { state: { calledBy: sam.userId, chairId } },
    ]);
    expect(listed("people")).toMatchObject([
      { userId: sam.userId, name: "Sam" },
    ]);
    expect(listed("chairs")).toMatchObject([{ _id: chairId, name: "Window" }]);
    const csv = must(files.get("tickets.csv"), "tickets");
    const [head = "", row = ""] = csv.split("\r\n");
    const cell = (column: string) =>
      row.split(",")[head.split(",").indexOf(column)];
    expect(cell("state.calledBy")).toBe(sam.userId);
    expect(cell("state.chairId")).toBe(chairId);
  });

  test("has its times by the business's clock in the CSV", async () => {
    const app = await openApp();
    const mine = await app.shop({ timezone: "America/New_York" });
    await changeRow(app, "businesses", mine.businessId, { country: "US" });
    await app.join(mine.queueId);
    await build(app, mine);
    const files = await fetchExport(app, mine);
    if (typeof files === "string") throw new Error(files);
    expect(files.get("tickets.csv")).toContain(",2026-11-20 7:00 AM,");
    expect(files.get("tickets.json")).toContain(`"joinedAt":${NOON}`);
  });

  test("of many rows is complete and shows how many there are", async () => {
    const app = await openApp();
    const mine = await furnish(app, "Canary");
    await copyRow(app, "tickets", 900, (number) => ({ number }));
    await build(app, mine);
    const shown = await mine.owner.query(api.privacy.exports.current, {});
    expect(shown?.state).toBe("ready");
    expect(shown?.rows).toBeGreaterThan(900);
    const files = await fetchExport(app, mine);
    if (typeof files === "string") throw new Error(files);
    const tickets = JSON.parse(files.get("tickets.json") ?? "") as object[];
    expect(tickets).toHaveLength(902);
  });

  test("can be fetched once, and is deleted ten minutes later, or after an hour if not fetched", async () => {
    const app = await openApp();
    const mine = await furnish(app, "Canary");
    const files = async () =>
      await app.backend.run(
        async (ctx) => (await ctx.db.system.query("_storage").collect()).length,
      );
    const before = await files();
    await build(app, mine);
    expect(await files()).toBe(before + 1);
    expect(typeof (await fetchExport(app, mine))).toBe("object");
    expect(await fetchExport(app, mine)).toBe("exportGone");
    vi.setSystemTime(NOON + 11 * MINUTE);
    await maintain(app);
    expect(await files()).toBe(before);
    expect(await mine.owner.query(api.privacy.exports.current, {})).toBeNull();

    await build(app, mine);
    vi.setSystemTime(NOON + 11 * MINUTE + 60 * MINUTE + 1000);
    expect(await fetchExport(app, mine)).toBe("exportGone");
    await maintain(app);
    expect(await files()).toBe(before);
  });

  test("whose file is gone says so, and does not count as fetched", async () => {
    const app = await openApp();
    const mine = await furnish(app, "Canary");
    await build(app, mine);
    await app.backend.run(async (ctx) => {
      const row = must(await ctx.db.query("exports").first(), "export");
      await ctx.storage.delete(must(row.storageId, "file"));
    });
    expect(await mine.owner.mutation(api.privacy.exports.take, {})).toEqual(
      refusedWith("exportGone"),
    );
    expect(await rows(app, "exports")).toMatchObject([{ state: "ready" }]);
  });

  test("that was interrupted has failed and can be made again, three times an hour", async () => {
    const app = await openApp();
    const mine = await furnish(app, "Canary");
    const { owner } = mine;
    const start = async () =>
      await owner.mutation(api.privacy.exports.start, {});
    // Cancels the job that would build the export, as a crash does.
    const cut = () => loseJobs(app);
    expect(await start()).toEqual({ ok: true });
    expect(await start()).toEqual({ ok: true });
    expect(await cut()).toBe(1);
    vi.setSystemTime(NOON + 4 * MINUTE);
    await maintain(app);
    expect((await owner.query(api.privacy.exports.current, {}))?.state).toBe(
      "failed",
    );
    for (let n = 0; n < 2; n += 1) await build(app, mine);
    expect(await start()).toMatchObject({ code: "tooManyRequests" });
  });

  test("ends with the account, even while it is being built", async () => {
    const app = await openApp();
    const mine = await furnish(app, "Canary");
    const { businessId } = mine;
    await mine.owner.mutation(api.privacy.exports.start, {});
    const [begun] = await rows(app, "exports");
    const begin = { businessId, by: "owner" } as const;
    await app.backend.mutation(internal.privacy.erase.begin, begin);
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await rows(app, "exports")).toEqual([]);
    // A late action asks again, and its file is not kept.
    const storageId = await app.backend.run(
      async (ctx) => await ctx.storage.store(new Blob(["late"])),
    );
    const late = { exportId: must(begun, "export")._id, storageId };
    expect(
      await app.backend.mutation(internal.privacy.exports.finish, late),
    ).toBe(false);
  });
});
