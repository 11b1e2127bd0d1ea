/**
 * Every public function, called by every kind of caller with own, foreign and nonexistent rows. The list is the
 * surface, so a new function without a cell fails. Each refusal stands beside a caller who is let in.
 */
import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { must } from "../../convex/base/rules/errors.ts";
import {
  newSecret,
  openApp,
  rows,
  type App,
  type Caller,
  type Shop,
  keyed,
} from "./open-app.ts";
import { call, type Args } from "./calling.ts";
import { argsOf, furnishedShop, ownerArgs, type Things } from "./owner-args.ts";
import { surface } from "./surface.ts";
import { getFunctionName as nameOf } from "convex/server";

type World = {
  app: App;
  mine: Shop & Things;
  other: Shop & Things;
  admin: Caller;
  homeless: Caller;
};
/** A new world for each test that changes rows. */
async function openWorld(): Promise<World> {
  const app = await openApp();
  const mine = await furnishedShop(app);
  const other = await furnishedShop(app);
  const homelessId = await app.backend.run(
    async (ctx) => await ctx.db.insert("users", { email: "x@example.com" }),
  );
  const { caller: homeless } = await app.asUser(homelessId);
  return { app, mine, other, admin: await app.admin(), homeless };
}

/** One world for all tests that end by checking that they wrote nothing. */
const untouched = once(openWorld);

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** What a ticket's holder may do, with the other arguments. Joining is not here: it needs no ticket. */
const customerMutations: Record<string, Args> = {
  [nameOf(api.messages.alerts.pageRang)]: {
    occasion: { kind: "called", callCount: 1 },
  },
  [nameOf(api.messages.alerts.subscribePush)]: {
    ...{ endpoint: "https://fcm.googleapis.com/1", p256dh: "", auth: "" },
  },
  [nameOf(api.messages.alerts.unsubscribePush)]: {
    endpoint: "https://fcm.googleapis.com/1",
  },
  [nameOf(api.booking.bookings.move)]: { startsAt: 0 },
  [nameOf(api.reports.feedback.give)]: { rating: "great" },
  [nameOf(api.line.tickets.acknowledge)]: {},
  [nameOf(api.line.tickets.leave)]: {},
  [nameOf(api.line.tickets.wasServed)]: { served: false },
};

/** All rows that a refused call must not change. */
async function everything(app: App): Promise<string> {
  const tables = [
    "businesses",
    "subscriptions",
    "checkouts",
    "queues",
    "lines",
    "tickets",
    "ticketEvents",
    "queueDays",
    "notServed",
    "feedbackDays",
    "deskRequests",
    "smsMessages",
    "smsMonths",
    "smsSettings",
    "supportThreads",
    "supportMessages",
    "auditEvents",
  ] as const;
  const all = await Promise.all(
    tables.map(async (table) => await rows(app, table)),
  );
  return JSON.stringify(all);
}

const subscribed = Object.keys(surface).filter(
  (path) => surface[path] === "subscriber",
);
const owned = Object.keys(surface)
  .filter((path) => ["counter", "owner"].includes(surface[path] ?? ""))
  .concat(subscribed);
/** The functions whose arguments name a row of the business. */
const addressed = owned.filter((path) =>
  /^(desk\/actions:(?!opened$)|messages\/(alerts:|sms:send$)|reports\/(recentWaits|feedback):|booking\/appointments:|support\/owner:(markRead|messages|reply|thread)$|desk\/queues:(remove|resume|set\w+|update)$)/.test(
    path,
  ),
);

describe("owner functions", () => {
  test("all have arguments here", () => {
    expect(Object.keys(ownerArgs).sort()).toEqual(owned.sort());
  });

  test.each(owned)(
    "%s lets its owner in, and leaves recorded audit events unchanged",
    async (path) => {
      const { app, mine } = await openWorld();
      const recorded = await rows(app, "auditEvents");
      const args = argsOf(path, mine);
      await expect(call(mine.owner, path, args)).resolves.toBeDefined();
      expect(recorded.length).toBeGreaterThan(0);
      const after = await rows(app, "auditEvents");
      expect(after.slice(0, recorded.length)).toEqual(recorded);
    },
  );

  test.each(owned)(
    "%s refuses every caller who owns nothing, and writes nothing",
    async (path) => {
      const { app, mine, homeless, admin } = await untouched();
      const args = argsOf(path, mine);
      const before = await everything(app);
      await expect(call(app.backend, path, args)).rejects.toMatchObject({
        data: { code: "notSignedIn" },
      });
      for (const caller of [homeless, admin]) {
        await expect(call(caller, path, args)).rejects.toMatchObject({
          data: { code: "notAllowed" },
        });
      }
      expect(await everything(app)).toBe(before);
    },
  );

  test.each(addressed)(
    "%s treats another shop's row exactly like one that does not exist",
    async (path) => {
      const { app, mine, other } = await untouched();
      const of = (shop: Shop & Things) => argsOf(path, shop);
      const nothing = Object.fromEntries(
        Object.entries(of(mine)).map(([name, value]) => [
          name,
          /Id$/.test(name) ? "nonexistent" : value,
        ]),
      );
      const wrongTable = Object.fromEntries(
        Object.entries(of(mine)).map(([name, value]) => [
          name,
          /Id$/.test(name) ? mine.businessId : value,
        ]),
      );
      const before = await everything(app);
      for (const args of [of(other), nothing, wrongTable]) {
        await expect(call(mine.owner, path, args)).rejects.toMatchObject({
          data: { code: "notFound" },
        });
      }
      expect(await everything(app)).toBe(before);
    },
  );

  test.each(subscribed)(
    "%s refuses an owner whose plan has lapsed, and writes nothing",
    async (path) => {
      const { app, mine, other } = await openWorld();
      await app.lapse(mine);
      const of = (shop: Shop & Things) => argsOf(path, shop);
      const before = await everything(app);
      await expect(call(mine.owner, path, of(mine))).rejects.toMatchObject({
        data: { code: "notSubscribed" },
      });
      expect(await everything(app)).toBe(before);
      await expect(call(other.owner, path, of(other))).resolves.toBeDefined();
    },
  );

  test("desk/actions:skip with another shop's ticket skips nobody", async () => {
    const { app, mine, other } = await openWorld();
    const before = await rows(app, "tickets");
    const answer = await mine.owner.mutation(api.desk.actions.skip, {
      queueId: mine.queueId,
      expectedTicketId: other.waiting,
      requestKey: "k",
    });
    expect(answer).toMatchObject({ ok: false, code: "listChanged" });
    expect(await rows(app, "tickets")).toEqual(before);
  });

  test("lists and sums contain nothing of another shop", async () => {
    const { mine, other } = await openWorld();
    const seen = JSON.stringify([
      await mine.owner.query(api.desk.queues.list, {}),
      await mine.owner.query(api.desk.actions.board, { queueId: mine.queueId }),
      await mine.owner.query(api.desk.actions.stats, { queueId: null }),
      await mine.owner.query(api.reports.feedback.recent, { queueId: null }),
      await mine.owner.query(api.account.current.me, {}),
    ]);
    expect(seen).toContain(mine.queueId);
    for (const id of [other.queueId, other.businessId, other.waiting]) {
      expect(seen).not.toContain(id);
    }
  });
});

describe("functions of signed-in users", () => {
  test("account/current:signOutEverywhere refuses anonymous callers and ends only the caller's sessions", async () => {
    const { app, mine, other, homeless } = await openWorld();
    const path = nameOf(api.account.current.signOutEverywhere);
    await expect(call(app.backend, path, {})).rejects.toMatchObject({
      data: { code: "notSignedIn" },
    });
    for (const caller of [homeless, mine.owner]) {
      expect(await call(caller, path, {})).toBeNull();
      expect(await caller.query(api.account.current.me, {})).toBeNull();
    }
    expect(await other.owner.query(api.account.current.me, {})).not.toBeNull();
  });

  test("the others refuse anonymous callers", async () => {
    const given = { password: "", code: "", device: null };
    const others: Record<string, Args> = {
      [nameOf(api.admin.admins.confirm)]: given,
      [nameOf(api.account.credentials.finishEmailChange)]: { code: "12345678" },
      [nameOf(api.account.credentials.startEmailProof)]: {},
      [nameOf(api.account.secondFactor.begin)]: { password: "", device: null },
      [nameOf(api.account.secondFactor.confirm)]: { code: "" },
      [nameOf(api.account.secondFactor.remove)]: given,
      [nameOf(api.account.secondFactor.renewRecovery)]: given,
      [nameOf(api.account.secondFactor.status)]: {},
    };
    const { app } = await untouched();
    const users = Object.keys(surface).filter((p) => surface[p] === "user");
    const named = [
      nameOf(api.account.current.signOutEverywhere),
      ...Object.keys(others),
    ];
    expect(users.sort()).toEqual(named.sort());
    for (const [path, args] of Object.entries(others)) {
      await expect(call(app.backend, path, args)).rejects.toMatchObject({
        data: { code: "notSignedIn" },
      });
    }
  });
});

describe("customer functions", () => {
  test("open the caller's own ticket and no other", async () => {
    const { app, mine, other } = await openWorld();
    const own = await app.backend.query(api.line.tickets.mine, {
      secret: mine.secret,
    });
    expect(own).toMatchObject({ businessId: mine.businessId, number: 2 });
    await app.backend.mutation(api.line.tickets.leave, {
      secret: other.secret,
    });
    const still = await app.backend.query(api.line.tickets.mine, {
      secret: mine.secret,
    });
    expect(still?.status).toBe("waiting");
  });

  test("all have arguments here", () => {
    const all = Object.keys(surface).filter((p) => surface[p] === "customer");
    const rest = [
      nameOf(api.booking.bookings.book),
      nameOf(api.line.tickets.join),
      nameOf(api.line.tickets.mine),
    ];
    expect([...Object.keys(customerMutations), ...rest].sort()).toEqual(
      all.sort(),
    );
  });

  test("accept nothing that is printed or shown as a secret", async () => {
    const { app, mine } = await openWorld();
    const [ticket] = await rows(app, "tickets");
    const known = [
      must(ticket, "ticket").secretHash ?? "",
      mine.waiting,
      mine.queueId,
      mine.businessId,
      "2",
    ];
    for (const secret of known) {
      expect(
        await call(app.backend, nameOf(api.line.tickets.mine), { secret }),
      ).toBeNull();
      for (const [path, more] of Object.entries(customerMutations)) {
        const args = { secret, ...more };
        expect(await call(app.backend, path, args)).toEqual({
          ok: false,
          code: "notFound",
        });
      }
    }
  });

  test("open nothing for signed-in callers with an unknown secret", async () => {
    const { other, mine, admin } = await untouched();
    const secret = newSecret();
    for (const caller of [mine.owner, other.owner, admin]) {
      expect(
        await call(caller, nameOf(api.line.tickets.mine), { secret }),
      ).toBeNull();
    }
  });
});

describe("public functions return exactly these fields", () => {
  test(nameOf(api.profile.businesses.publicProfile), async () => {
    const { app, mine } = await openWorld();
    const profile = await app.backend.query(
      api.profile.businesses.publicProfile,
      {
        businessId: mine.businessId,
      },
    );
    expect(Object.keys(must(profile, "profile")).sort()).toEqual([
      "almostAt",
      "businessId",
      "demo",
      "description",
      "logoUrl",
      "mailPossible",
      "name",
      "notice",
      "operatingHours",
      "phone",
      "slotMinutes",
      "smsPossible",
      "specialDays",
      "takesCustomers",
      "timezone",
      "walkInsOnlyWhenOpen",
    ]);
  });

  test("desk/queues:publicList and line/tickets:line contain no name, phone or id of a customer", async () => {
    const { app, mine } = await openWorld();
    await mine.owner.mutation(
      api.desk.actions.addWalkIn,
      keyed({
        queueId: mine.queueId,
        name: "Canary Person",
        phone: "+447700900123",
      }),
    );
    const shown = JSON.stringify([
      await app.backend.query(api.desk.queues.publicList, {
        businessId: mine.businessId,
      }),
      await app.backend.query(api.line.tickets.line, { queueId: mine.queueId }),
    ]);
    for (const secret of [
      "Canary",
      "7700900123",
      mine.waiting,
      mine.called,
      mine.ownerId,
      mine.eventId,
    ]) {
      expect(shown).not.toContain(secret);
    }
  });

  test("account/current:me is null for anonymous callers, and never contains the password", async () => {
    const { app, mine, homeless, admin } = await openWorld();
    expect(await app.backend.query(api.account.current.me, {})).toBeNull();
    expect(await homeless.query(api.account.current.me, {})).toMatchObject({
      isAdmin: false,
      business: null,
    });
    expect((await admin.query(api.account.current.me, {}))?.isAdmin).toBe(true);
    const me = await mine.owner.query(api.account.current.me, {});
    expect(JSON.stringify(me)).not.toContain("not a hash");
  });

  test("extra arguments are refused", async () => {
    const { app, mine } = await openWorld();
    const args = { queueId: mine.queueId, secret: newSecret(), number: "1" };
    await expect(
      call(app.backend, nameOf(api.line.tickets.join), args),
    ).rejects.toThrow();
    await expect(
      call(mine.owner, nameOf(api.desk.queues.create), {
        name: "B",
        businessId: "x",
      }),
    ).rejects.toThrow();
  });
});
