/**
 * Deleting an account removes everything of it and nothing of others, however often it is interrupted. It stops before
 * any loss when Stripe does not cancel. product.md A10.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type {
  Doc,
  Id,
  TableNames,
} from "../../../convex/_generated/dataModel.js";
import { insertAdmin } from "../../../convex/account/data/admins.ts";
import { record, recordOwn } from "../../../convex/audit/data/log.ts";
import { belongings } from "../../../convex/privacy/data/belongings.ts";
import { isNameTyped } from "../../../convex/privacy/rules/erasure.ts";
import { freshHash } from "../../../convex/account/services/randomness.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { hashSecret } from "../../../convex/base/rules/secrets.ts";
import schema from "../../../convex/schema.ts";
import {
  newSecret,
  openApp,
  rows,
  type App,
  type Shop,
  maintain,
  loseJobs,
} from "../open-app.ts";
import { openStripe, pastPauses, payingShop } from "../billing/paying-shop.ts";
import { formOf, refersTo, sampleOf } from "../sample-rows.ts";
import { allowSessions, PASSWORD } from "../account/signing-in.ts";
import { copyRow } from "../base/tables.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { failsWith, meOf, newQueue, refusedWith } from "../base/calls.ts";

const DEVICE = newSecret();
const tables = Object.keys(schema.tables) as TableNames[];

/** Tables whose ids tie a row to a business, directly or through one of its rows. */
const OF_A_BUSINESS = ["businesses", "queues", "tickets", "ticketEvents"];
const OF_A_USER = ["users", "authSessions"];

test.each(tables)(
  "the list of what belongs to a business: %s is listed as the schema has it",
  (table) => {
    const form = formOf(table);
    const fields = form.type === "object" ? Object.keys(form.value) : [];
    const refers = refersTo(form);
    const belonging = belongings[table];
    if (typeof belonging === "object") {
      const field = belonging.of === "queue" ? "queueId" : "businessId";
      expect(fields).toContain(field);
      const indexes = schema.tables[table][" indexes"]();
      const index = indexes.find(
        ({ indexDescriptor }) => indexDescriptor === belonging.index,
      );
      expect(index?.fields[0]).toBe(field);
      return;
    }
    // A portal session may name the business that an admin views, for an hour at most.
    const isOfBusiness =
      table !== "adminSessions" &&
      refers.some((one) => OF_A_BUSINESS.includes(one));
    if (isOfBusiness) expect(belonging).toBe("erasure");
    const isOfUser = refers.some((one) => OF_A_USER.includes(one));
    // A table of the library in which no row is ever written here.
    const isUnused = table === "authVerifiers";
    if (isOfUser && !isOfBusiness && !isUnused)
      expect(["account", "erasure"]).toContain(belonging);
  },
);

/** Tables in which a shop at work already has a row. */
const THERE: TableNames[] = [
  ...(["users", "authAccounts", "authSessions", "admins"] as const),
  ...(["subscriptions", "lines", "directory", "auditEvents"] as const),
];

type World = { shop: Shop; ids: string[]; email: string; secret: string };

/** A shop at work, with a row in every table that can hold something of it. */
async function furnish(app: App): Promise<World> {
  // Without an alarm that would ring while the other shop's rows are deleted.
  const shop = await app.shop({ settings: { whenUnmarked: "came" } });
  const { businessId, queueId, ownerId, sessionId, owner } = shop;
  await app.join(queueId, "Ada");
  const secret = await app.join(queueId, "Ben");
  await owner.mutation(api.desk.actions.callNext, { queueId, requestKey: "k" });
  const gone = await newQueue(owner, "Gone");
  await app.join(gone);
  await owner.mutation(api.desk.queues.remove, { queueId: gone });
  const found = await app.backend.run(async (ctx) => {
    const email = must(await ctx.db.get("users", ownerId), "user").email ?? "";
    const ticket = must(
      await ctx.db.query("tickets").order("desc").first(),
      "ticket",
    );
    const ticketEvent = must(
      await ctx.db.query("ticketEvents").order("desc").first(),
      "event",
    );
    const file = await ctx.storage.store(new Blob(["logo"]));
    const token = await ctx.db.insert("authRefreshTokens", {
      sessionId,
      expirationTime: NOON,
    });
    const known: Record<string, string> = {
      ...{ businesses: businessId, queues: queueId, tickets: ticket._id },
      ...{ ticketEvents: ticketEvent._id, users: ownerId },
      ...{ authSessions: sessionId, authRefreshTokens: token, _storage: file },
    };
    await ctx.db.patch("businesses", businessId, { logoId: file });
    const event = { action: "ownerChangedPassword" } as const;
    await recordOwn(ctx, ownerId, event, NOON);
    for (const table of tables) {
      const isOfUser = belongings[table] === "account";
      if (typeof belongings[table] !== "object" && !isOfUser) continue;
      // A row exists already, or (admins) a row of the other shop would stay.
      if (THERE.includes(table)) continue;
      const text = isOfUser ? email : "x";
      const row = sampleOf(formOf(table), known, text) as never;
      // The schema lists a table before those that refer to it.
      const id = await ctx.db.insert(table, row);
      known[table] ??= id;
    }
    return { ids: [...Object.values(known), gone], email };
  });
  return { shop, secret, ...found };
}

/** All rows and files, each as text. */
const everything = async (app: App): Promise<string[]> =>
  await app.backend.run(async (ctx) => {
    const all: string[] = [];
    for (const table of tables) {
      if (table === "rateLimits" || table === "upkeep") continue;
      const documents = await ctx.db.query(table).collect();
      const seen = documents.map((one) =>
        "actor" in one && "action" in one ? withoutKept(one) : one,
      );
      all.push(...seen.map((one) => `${table} ${JSON.stringify(one)}`));
    }
    const files = await ctx.db.system.query("_storage").collect();
    all.push(...files.map((one) => `_storage ${JSON.stringify(one)}`));
    return all;
  });

/** A kept audit row holds the ids of the business and of the admin, and nothing else of them. */
function withoutKept(row: Doc<"auditEvents">): object {
  const { kind, userId, email } = row.actor;
  const actor = { kind, email, userId: kind === "admin" ? null : userId };
  return { ...row, businessId: null, actor };
}

const about = (found: string[], { ids, email }: World) =>
  found.filter((row) =>
    [...ids, `"${email}"`].some((sign) => row.includes(sign)),
  );

const begin = (app: App, { shop }: World) =>
  app.backend.mutation(internal.privacy.erase.begin, {
    businessId: shop.businessId,
    by: "owner",
  });

/** Runs the next batch without the clock. */
async function nextBatch(app: App): Promise<boolean> {
  const step = { job: "erasures", isFirst: false };
  return await app.backend.mutation(internal.upkeep.maintenance.step, step);
}

describe("erasing an account", () => {
  test("leaves nothing of it, and everything of another account", async () => {
    const app = await openApp();
    const mine = await furnish(app);
    const other = await furnish(app);
    const before = await everything(app);
    expect(about(before, mine).length).toBeGreaterThan(tables.length / 2);
    await begin(app, mine);
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    const after = await everything(app);
    expect(about(after, mine)).toEqual([]);
    const untouched = (found: string[]) => about(found, other);
    expect(untouched(after)).toEqual(untouched(before));
    expect(await rows(app, "erasures")).toEqual([]);
  });

  test("at once ends sessions, hides the link, refuses joins and frees the address", async () => {
    const app = await openApp();
    const mine = await furnish(app);
    const { owner, businessId, queueId } = mine.shop;
    await begin(app, mine);
    expect(await meOf(owner)).toBeNull();
    const { backend } = app;
    const { publicProfile } = api.profile.businesses;
    expect(await backend.query(publicProfile, { businessId })).toBeNull();
    const { publicList } = api.desk.queues;
    expect(await backend.query(publicList, { businessId })).toEqual([]);
    const joins = { queueId, secret: newSecret() };
    expect(await backend.mutation(api.line.tickets.join, joins)).toEqual(
      refusedWith("notTakingCustomers"),
    );
    const again = { email: mine.email, passwordHash: "h", timezone: "UTC" };
    const made = await backend.mutation(internal.account.current.create, {
      ...{ ...again, businessName: "Again" },
    });
    expect(made).not.toBeNull();
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await rows(app, "businesses")).toMatchObject([{ name: "Again" }]);
    expect(
      await app.backend.query(api.line.tickets.mine, { secret: mine.secret }),
    ).toBeNull();
  });

  test("works in bounded batches, ends waiting tickets first, and resumes with the next maintenance", async () => {
    const app = await openApp();
    const mine = await furnish(app);
    const { queueId } = mine.shop;
    await copyRow(app, "ticketEvents", 1_300, () => ({ queueId }));
    const count = async () => (await everything(app)).length;
    await begin(app, mine);
    // The clock stands still, so the next batch does not start.
    const sizes: number[] = [await count()];
    await nextBatch(app);
    sizes.push(await count());
    const { secret } = mine;
    expect(
      await app.backend.query(api.line.tickets.mine, { secret }),
    ).toBeNull();
    await nextBatch(app);
    sizes.push(await count());
    const [first = 0, second = 0, third = 0] = sizes;
    expect(first - second).toBe(200);
    expect(second - third).toBe(200);

    await loseJobs(app);
    await maintain(app);
    await loseJobs(app);
    expect(await rows(app, "erasures")).toHaveLength(1);
    vi.setSystemTime(NOON + 5 * MINUTE);
    await maintain(app);
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    expect(about(await everything(app), mine)).toEqual([]);
  });

  test("twice, and with two chains at once, is the same as once", async () => {
    const app = await openApp();
    const mine = await furnish(app);
    await begin(app, mine);
    await begin(app, mine);
    expect(await rows(app, "erasures")).toHaveLength(1);
    await nextBatch(app);
    await nextBatch(app);
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    expect(about(await everything(app), mine)).toEqual([]);
  });

  test("removes an admin's role, and their name from the grants of others", async () => {
    const app = await openApp();
    const mine = await furnish(app);
    const userId = mine.shop.ownerId;
    await app.backend.run(async (ctx) => {
      const other: Id<"users"> = await ctx.db.insert("users", {});
      await ctx.db.insert("admins", { userId, grantedBy: null });
      await ctx.db.insert("admins", { userId: other, grantedBy: userId });
    });
    await begin(app, mine);
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    expect(about(await everything(app), mine)).toEqual([]);
    expect(await rows(app, "admins")).toHaveLength(1);
  });

  test("removes an admin's address from the record, in batches, and keeps what they did", async () => {
    const app = await openApp();
    const mine = await furnish(app);
    const other = await app.shop();
    const { ownerId: userId } = mine.shop;
    await app.backend.run(async (ctx) => {
      await ctx.db.insert("admins", { userId: other.ownerId, grantedBy: null });
      const given = { by: other.ownerId, waits: false };
      await insertAdmin(ctx, userId, given, NOON);
      const actor = { kind: "admin", userId } as const;
      const event = { actor, businessId: other.businessId };
      for (let n = 0; n < 250; n += 1)
        await record(ctx, { ...event, action: "viewBegan" }, NOON);
      const own = { actor, businessId: null, subject: mine.email };
      await record(ctx, { ...own, action: "adminSignedIn" }, NOON);
    });
    await begin(app, mine);
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    const left = await rows(app, "auditEvents");
    const named = left.filter((row) =>
      JSON.stringify(row).includes(mine.email),
    );
    expect(named).toEqual([]);
    const theirs = left.filter(({ action }) => action === "viewBegan");
    expect(theirs).toHaveLength(250);
    for (const { actor, businessId } of theirs) {
      expect(actor).toEqual({ kind: "admin", userId, email: null });
      expect(businessId).toBe(other.businessId);
    }
    expect(
      left.filter(({ action }) => action === "adminGranted"),
    ).toMatchObject([{ subject: "", actor: { email: "owner2@example.com" } }]);
  });
});

describe("the owner's request", () => {
  beforeEach(async () => await allowSessions());

  async function paying() {
    const stripe = openStripe();
    const app = await openApp();
    const { shop } = await payingShop(app, stripe);
    const { owner, ownerId: userId } = shop;
    const secret = await freshHash(PASSWORD, ["known", "test"]);
    const deviceHash = await hashSecret(DEVICE);
    await app.backend.run(async (ctx) => {
      const account = await ctx.db.query("authAccounts").unique();
      await ctx.db.patch("authAccounts", must(account, "account")._id, {
        secret,
      });
      await ctx.db.insert("knownDevices", { userId, deviceHash });
    });
    const me = await meOf(owner);
    const { name } = must(me?.business, "business");
    const wish = (given: { businessName?: string; password?: string } = {}) =>
      owner.action(api.privacy.erase.ownAccount, {
        businessName: name,
        password: PASSWORD,
        device: DEVICE,
        ...given,
      });
    return { app, stripe, shop, name, wish };
  }

  test("needs the name and the password, and counts wrong ones", async () => {
    const { app, stripe, shop, name, wish } = await paying();
    const before = stripe.requests.length;
    expect(await wish({ businessName: `${name}!` })).toEqual(
      refusedWith("nameNotTyped"),
    );
    for (let tries = 0; tries < 10; tries += 1)
      expect(await wish({ password: "Wr0ng!pw" })).toEqual(
        refusedWith("passwordWrong"),
      );
    await failsWith(wish(), "tooManyRequests");
    expect(stripe.requests.length).toBe(before);
    expect(await meOf(shop.owner)).not.toBeNull();
    expect(await rows(app, "erasures")).toEqual([]);
  });

  test("takes the name with a phone's apostrophe", () => {
    expect(isNameTyped("zoë’s nails", "Zoë's Nails")).toBe(true);
    expect(isNameTyped("Zoe's nails", "Zoë's Nails")).toBe(false);
    expect(isNameTyped(" ", "")).toBe(false);
  });

  test("deletes nothing while Stripe is out of reach, and everything when made again", async () => {
    const { app, stripe, shop, name, wish } = await paying();
    stripe.before = async (request) => {
      if (request.startsWith("DELETE")) throw new TypeError("no connection");
    };
    expect(await pastPauses(wish())).toEqual(
      refusedWith("subscriptionNotEnded"),
    );
    expect(await meOf(shop.owner)).not.toBeNull();
    expect(await rows(app, "erasures")).toEqual([]);

    stripe.before = async () => undefined;
    expect(await wish({ businessName: ` ${name.toUpperCase()} ` })).toEqual({
      ok: true,
    });
    expect(stripe.subscriptions.map(({ status }) => status)).toEqual([
      "canceled",
    ]);
    await vi.waitFor(async () => {
      expect(await rows(app, "erasures")).toEqual([]);
    });
    expect([...stripe.deleted]).toEqual(["cus_1"]);
    expect(await rows(app, "queues")).toEqual([]);
  });

  test("leaves no checkout open, and cancels what was paid meanwhile", async () => {
    const { app, stripe, wish } = await paying();
    let left = 0;
    stripe.after = async (request) => {
      // Paid at the last moment, after the others were cancelled.
      if (request === "DELETE /v1/subscriptions/sub_1" && left++ === 0)
        stripe.subscribe("cus_1", "price_pro");
    };
    expect(await wish()).toEqual({ ok: true });
    await vi.waitFor(async () => {
      expect(await rows(app, "erasures")).toEqual([]);
    });
    expect(stripe.subscriptions.map(({ status }) => status)).toEqual([
      "canceled",
      "canceled",
    ]);
    expect(stripe.sessions.every(({ status }) => status !== "open")).toBe(true);
  });

  test("is refused without payments here, while a subscription is paid", async () => {
    const { app, wish } = await paying();
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    expect(await wish()).toEqual(refusedWith("subscriptionNotEnded"));
    expect(await rows(app, "erasures")).toEqual([]);
  });

  test("is refused for the last admin, whose subscription continues", async () => {
    const { app, stripe, shop, wish } = await paying();
    await app.backend.run(async (ctx) => {
      await ctx.db.insert("admins", { userId: shop.ownerId, grantedBy: null });
    });
    expect(await wish()).toEqual(refusedWith("lastAdmin"));
    expect(stripe.subscriptions.map(({ status }) => status)).toEqual([
      "active",
    ]);
  });
});
