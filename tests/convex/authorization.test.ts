/** Every public function, called by every kind of caller with own, foreign and nonexistent rows. */
import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { must } from "../../convex/base/rules/errors.ts";
import {
  newSecret,
  openApp,
  refused,
  rows,
  thrown,
  ticketOf,
  type Caller,
  type Shop,
} from "./open-app.ts";
import { call, isMutation, type Args } from "./calling.ts";
import { argsOf, furnishedShop } from "./owner-args.ts";
import { surface } from "./surface.ts";
import { getFunctionName as nameOf } from "convex/server";
import { press } from "./base/calls.ts";
import { everything } from "./base/tables.ts";
import { DAY } from "./fake-clock.ts";

const deskApi = api.desk.actions;

/** A new world for each test that changes rows. */
async function openWorld() {
  const app = await openApp();
  const mine = await furnishedShop(app);
  const other = await furnishedShop(app);
  // Nobody without a name is on a tablet.
  const named = { personId: mine.ownerId, name: "Anna" };
  await mine.owner.mutation(api.team.people.rename, named);
  return { app, mine, other };
}

/** One world, with every kind of caller, for all tests that end by checking that they wrote nothing. */
const untouched = () => (shared ??= openFullWorld());
let shared: ReturnType<typeof openFullWorld> | undefined;

async function openFullWorld() {
  const { app, mine, other } = await openWorld();
  const homelessId = await app.backend.run(
    async (ctx) => await ctx.db.insert("users", { email: "x@example.com" }),
  );
  const { caller: homeless } = await app.asUser(homelessId);
  const removed = await app.member(mine, "manager");
  const { remove } = api.team.people;
  await mine.owner.mutation(remove, { personId: removed.userId });
  const roles = async (shop: Shop) => ({
    manager: (await app.member(shop, "manager")).caller,
    staff: (await app.member(shop, "staff")).caller,
  });
  const { caller: admin, userId: adminId } = await app.adminUser();
  const tablet = await app.tablet(mine, mine.ownerId);
  return {
    ...{ app, mine, other, homeless, admin, adminId },
    ...{ removed: removed.caller, people: await roles(mine) },
    strangers: await roles(other),
    locked: (await app.tablet(mine)).caller,
    /** With the owner on it. */
    ...{ tablet: tablet.caller, tabletId: tablet.tabletId },
  };
}

const endpoint = "https://fcm.googleapis.com/1";
/** What a ticket's holder may do, with the other arguments. Joining is not here: it needs no ticket. */
const customerMutations: Record<string, Args> = {
  [nameOf(api.messages.alerts.pageRang)]: {
    occasion: { kind: "called", callCount: 1 },
  },
  [nameOf(api.messages.alerts.subscribePush)]: {
    endpoint,
    p256dh: "",
    auth: "",
  },
  [nameOf(api.messages.alerts.unsubscribePush)]: { endpoint },
  [nameOf(api.booking.bookings.move)]: { startsAt: 0 },
  [nameOf(api.reports.feedback.give)]: { rating: "great" },
  [nameOf(api.line.tickets.acknowledge)]: {},
  [nameOf(api.line.tickets.leave)]: {},
  [nameOf(api.line.tickets.wasServed)]: { served: false },
};

const refuses = async (
  caller: Caller,
  path: string,
  args: Args,
  code: string,
) => await expect(call(caller, path, args)).rejects.toMatchObject(thrown(code));

const withAccess = (...levels: string[]) =>
  Object.keys(surface).filter((path) => levels.includes(surface[path] ?? ""));
const subscribed = withAccess("subscriber");
const owned = [
  ...withAccess("counter", "person", "manager", "owner"),
  ...subscribed,
];
/** The owner cannot leave their own shop. */
const leave = nameOf(api.team.people.leave);
/** The functions whose arguments name a row of the business. */
const addressed = owned.filter((path) =>
  /^(desk\/actions:(?!(?:opened|callFirst)$)|messages\/(alerts:|sms:send$)|reports\/(recentWaits|feedback):|booking\/appointments:|team\/(invitations:revoke|people:(changeRole|remove|rename)|tablets:(end|setPin))$|support\/owner:(markRead|messages|reply|thread)$|desk\/chairs:(?!(?:create|list|setWord)$)|desk\/queues:(remove|resume|set\w+|update)$)/.test(
    path,
  ),
);

/** Who may call the functions of a level besides the owner (product.md R1). */
const roles: Readonly<Record<string, readonly ("manager" | "staff")[]>> = {
  counter: ["manager", "staff"],
  person: ["manager", "staff"],
  manager: ["manager"],
  subscriber: ["manager"],
  owner: [],
};
/** Staff do this to themselves alone; the arguments name somebody else. */
const ofOwn = [nameOf(api.team.people.rename), nameOf(api.team.tablets.setPin)];

/** Each role, and whether it may call a function. */
const rights = (path: string) =>
  (["manager", "staff"] as const).map((role) => {
    const isOwn = role === "staff" && ofOwn.includes(path);
    const may = roles[surface[path] ?? ""]?.includes(role) === true;
    return { role, may: may && !isOwn, isOfLevel: may };
  });

describe("owner functions", () => {
  test.each(owned)(
    "%s lets in its owner, the roles of its level, and at the counter a tablet; recorded audit events stay",
    async (path) => {
      const { app, mine, other } = await openWorld();
      const recorded = await rows(app, "auditEvents");
      expect(recorded.length).toBeGreaterThan(0);
      const letsIn = async (caller: Caller, shop: typeof mine) => {
        const answer = call(caller, path, await argsOf(path, shop));
        await expect(answer).resolves.toBeDefined();
      };
      if (path !== leave) await letsIn(mine.owner, mine);
      for (const { role, may } of rights(path))
        if (may) await letsIn((await app.member(other, role)).caller, other);
      if (surface[path] === "counter")
        await letsIn((await app.tablet(mine, mine.ownerId)).caller, mine);
      const after = await rows(app, "auditEvents");
      expect(after.slice(0, recorded.length)).toEqual(recorded);
    },
  );

  test.each(owned)(
    "%s refuses every other caller, and writes nothing",
    async (path) => {
      const world = await untouched();
      const { app, mine } = world;
      const args = await argsOf(path, mine);
      const before = await everything(app);
      await refuses(app.backend, path, args, "notSignedIn");
      await refuses(world.removed, path, args, "notSignedIn");
      await refuses(world.locked, path, args, "tabletLocked");
      for (const caller of [world.homeless, world.admin])
        await refuses(caller, path, args, "notAllowed");
      for (const { role, may } of rights(path))
        if (!may) await refuses(world.people[role], path, args, "notAllowed");
      if (surface[path] !== "counter")
        await refuses(world.tablet, path, args, "notAllowed");
      expect(await everything(app)).toBe(before);
    },
  );

  test.each(addressed)(
    "%s treats another shop's row exactly like one that does not exist",
    async (path) => {
      const { app, mine, other, strangers, tablet } = await untouched();
      const own = await argsOf(path, mine);
      const withIds = (id: string) =>
        Object.fromEntries(
          Object.entries(own).map(([name, value]) => [
            name,
            /Id$/.test(name) ? id : value,
          ]),
        );
      const before = await everything(app);
      const [missing, wrongTable] = [
        withIds("nonexistent"),
        withIds(mine.businessId),
      ];
      const theirs = await argsOf(path, other);
      for (const args of [theirs, missing, wrongTable])
        await refuses(mine.owner, path, args, "notFound");
      for (const { role, isOfLevel } of rights(path))
        if (isOfLevel) await refuses(strangers[role], path, own, "notFound");
      const isCounter = surface[path] === "counter";
      const code = isCounter ? "notFound" : "notAllowed";
      await refuses(tablet, path, theirs, code);
      expect(await everything(app)).toBe(before);
    },
  );

  test.each(subscribed)(
    "%s refuses an owner whose plan has lapsed, and writes nothing",
    async (path) => {
      const { app, mine, other } = await openWorld();
      await app.lapse(mine);
      const before = await everything(app);
      await refuses(
        mine.owner,
        path,
        await argsOf(path, mine),
        "notSubscribed",
      );
      expect(await everything(app)).toBe(before);
      const theirs = call(other.owner, path, await argsOf(path, other));
      await expect(theirs).resolves.toBeDefined();
    },
  );

  test("desk/actions:skip with another shop's ticket skips nobody", async () => {
    const { app, mine, other } = await openWorld();
    const before = await rows(app, "tickets");
    const { queueId } = mine;
    const args = { queueId, expectedTicketId: other.waiting };
    const answer = await press(mine.owner, deskApi.skip, args);
    expect(answer).toMatchObject(refused("listChanged"));
    expect(await rows(app, "tickets")).toEqual(before);
  });

  test("lists and sums contain nothing of another shop", async () => {
    const { mine, other } = await openWorld();
    const { owner, queueId } = mine;
    const seen = JSON.stringify([
      await owner.query(api.desk.queues.list, {}),
      await owner.query(deskApi.board, { queueId }),
      await owner.query(deskApi.stats, { queueId: null }),
      await owner.query(api.reports.feedback.recent, { queueId: null }),
      await owner.query(api.account.current.me, {}),
    ]);
    expect(seen).toContain(mine.queueId);
    for (const id of [other.queueId, other.businessId, other.waiting])
      expect(seen).not.toContain(id);
  });
});

describe("a tablet of the shop", () => {
  const ofTablet: Record<string, Args> = {
    [nameOf(api.team.tablets.lock)]: {},
    [nameOf(api.team.tablets.names)]: {},
    [nameOf(api.team.tablets.stay)]: {},
    [nameOf(api.team.tablets.unlock)]: { personId: "nobody", pin: "1234" },
  };

  test("has functions that nobody else may call", async () => {
    expect(withAccess("tablet").sort()).toEqual(Object.keys(ofTablet).sort());
    const { app, mine, homeless, admin, people } = await untouched();
    for (const [path, args] of Object.entries(ofTablet)) {
      await refuses(app.backend, path, args, "notSignedIn");
      for (const caller of [mine.owner, people.staff, homeless, admin])
        await refuses(caller, path, args, "notAllowed");
    }
  });
});

test("functions of signed-in users: account/current:signOutEverywhere refuses anonymous callers and ends only the caller's sessions", async () => {
  const { app, mine, other, homeless } = await openFullWorld();
  const path = nameOf(api.account.current.signOutEverywhere);
  await refuses(app.backend, path, {}, "notSignedIn");
  for (const caller of [homeless, mine.owner]) {
    expect(await call(caller, path, {})).toBeNull();
    expect(await caller.query(api.account.current.me, {})).toBeNull();
  }
  expect(await other.owner.query(api.account.current.me, {})).not.toBeNull();
});

test("functions of signed-in users: the others refuse anonymous callers", async () => {
  const given = { password: "", code: "", device: null };
  const others: Record<string, Args> = {
    [nameOf(api.admin.admins.confirm)]: given,
    [nameOf(api.account.credentials.finishEmailChange)]: { code: "12345678" },
    [nameOf(api.account.credentials.startEmailProof)]: {},
    [nameOf(api.account.credentials.changePassword)]: {
      ...{ password: "", newPassword: "a long new phrase", device: null },
    },
    [nameOf(api.account.credentials.startEmailChange)]: {
      ...{ email: "new@example.com", password: "", device: null },
    },
    [nameOf(api.team.invitations.accept)]: { secret: newSecret() },
    [nameOf(api.account.secondFactor.begin)]: { password: "", device: null },
    [nameOf(api.account.secondFactor.confirm)]: { code: "" },
    [nameOf(api.account.secondFactor.remove)]: given,
    [nameOf(api.account.secondFactor.renewRecovery)]: given,
    [nameOf(api.account.secondFactor.status)]: {},
  };
  const { app, tablet: unlocked, locked } = await untouched();
  const signOut = nameOf(api.account.current.signOutEverywhere);
  const named = [signOut, ...Object.keys(others)];
  expect(withAccess("user").sort()).toEqual(named.sort());
  for (const [path, args] of Object.entries({ ...others, [signOut]: {} })) {
    await refuses(app.backend, path, args, "notSignedIn");
    for (const tablet of [locked, unlocked])
      await refuses(tablet, path, args, "notAllowed");
  }
});

describe("customer functions", () => {
  test("open the caller's own ticket and no other", async () => {
    const { app, mine, other } = await openWorld();
    const own = await ticketOf(app, mine.secret);
    expect(own).toMatchObject({ businessId: mine.businessId, number: 2 });
    const { secret } = other;
    await app.backend.mutation(api.line.tickets.leave, { secret });
    expect((await ticketOf(app, mine.secret)).status).toBe("waiting");
  });

  test("all have arguments here", () => {
    const { book } = api.booking.bookings;
    const { join, mine } = api.line.tickets;
    const all = [
      ...Object.keys(customerMutations),
      ...[book, join, mine].map(nameOf),
    ];
    expect(all.sort()).toEqual(withAccess("customer").sort());
  });

  test("accept nothing that is printed or shown as a secret", async () => {
    const { app, mine } = await openWorld();
    const [ticket] = await rows(app, "tickets");
    const hash = must(ticket, "ticket").secretHash ?? "";
    const { waiting, queueId, businessId } = mine;
    for (const secret of [hash, waiting, queueId, businessId, "2"]) {
      expect(
        await app.backend.query(api.line.tickets.mine, { secret }),
      ).toBeNull();
      for (const [path, more] of Object.entries(customerMutations)) {
        const args = { secret, ...more };
        expect(await call(app.backend, path, args)).toEqual(
          refused("notFound"),
        );
      }
    }
  });

  test("open nothing for signed-in callers with an unknown secret", async () => {
    const { other, mine, admin } = await untouched();
    const secret = newSecret();
    for (const caller of [mine.owner, other.owner, admin])
      expect(await caller.query(api.line.tickets.mine, { secret })).toBeNull();
  });
});

test("every mutation of an account or a tablet has a limit: beyond it, it is refused and writes nothing", async () => {
  /** Mutations with a bound of their own. */
  const others = [
    // Ends the session that it needs; accepts one of the limited invitations.
    ...[api.account.current.signOutEverywhere, api.team.invitations.accept],
    // Limits by network, ticket or business.
    ...[api.line.tickets.join, api.booking.bookings.book],
    ...[api.booking.bookings.move, api.booking.mailed.move],
    ...[api.messages.alerts.subscribePush, api.reports.feedback.give],
    ...[api.reports.looks.look, api.booking.slots.look],
    // Once per ticket, call or address.
    ...[api.line.tickets.leave, api.booking.mailed.cancel],
    ...[api.line.tickets.acknowledge, api.line.tickets.wasServed],
    ...[api.messages.alerts.pageRang, api.messages.alerts.unsubscribePush],
    api.upkeep.mails.unsubscribe,
  ].map((one) => nameOf(one));
  const { app, mine, admin, adminId, tablet, tabletId } = await openFullWorld();
  await app.backend.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("rateLimits").collect())
      await ctx.db.delete("rateLimits", _id);
    const { ownerId, businessId } = mine;
    const ids = [ownerId, adminId, tabletId].map((id) => `changes:${id}`);
    const empty = { tokens: 0, at: Date.now() + DAY };
    for (const key of [...ids, `desk:${businessId}`])
      await ctx.db.insert("rateLimits", { key, ...empty });
  });
  const callers: Partial<Record<string, Caller>> = {
    ...{ admin, confirmedAdmin: admin, tablet },
  };
  const before = await everything(app);
  const unlimited: string[] = [];
  for (const [path, level] of Object.entries(surface)) {
    if (!(await isMutation(path))) continue;
    if (others.includes(path)) unlimited.push(path);
    if (others.includes(path)) continue;
    const caller = callers[level] ?? mine.owner;
    const args = await argsOf(path, mine);
    await refuses(caller, path, args, "tooManyRequests");
  }
  expect(unlimited.sort()).toEqual(others.sort());
  expect(await everything(app)).toBe(before);
});

describe("public functions return exactly these fields", () => {
  test(nameOf(api.profile.businesses.publicProfile), async () => {
    const { app, mine } = await openWorld();
    const { businessId } = mine;
    const { publicProfile } = api.profile.businesses;
    const profile = await app.backend.query(publicProfile, { businessId });
    expect(Object.keys(must(profile, "profile")).sort()).toEqual([
      ...["almostAt", "businessId", "chairWord", "clock", "country", "demo"],
      ...["description", "logoUrl"],
      ...["mailPossible", "name", "notice", "operatingHours", "phone"],
      ...["slotMinutes", "smsPossible", "specialDays", "takesCustomers"],
      ...["timezone", "walkInsOnlyWhenOpen"],
    ]);
  });

  test("desk/queues:publicList and line/tickets:line contain no name, phone or id of a customer", async () => {
    const { app, mine } = await openWorld();
    const { queueId, businessId, waiting, called, ownerId, eventId } = mine;
    const person = { name: "Canary Person", phone: "+447700900123" };
    await press(mine.owner, deskApi.addWalkIn, { queueId, ...person });
    const shown = JSON.stringify([
      await app.backend.query(api.desk.queues.publicList, { businessId }),
      await app.backend.query(api.line.tickets.line, { queueId }),
    ]);
    const ids = [waiting, called, ownerId, eventId];
    for (const secret of ["Canary", "7700900123", ...ids])
      expect(shown).not.toContain(secret);
  });

  test("account/current:me is null for anonymous callers, and never contains the password", async () => {
    const { app, mine, homeless, admin } = await openFullWorld();
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
    const join = call(app.backend, nameOf(api.line.tickets.join), args);
    await expect(join).rejects.toThrow();
    const queue = { name: "B", businessId: "x" };
    const create = call(mine.owner, nameOf(api.desk.queues.create), queue);
    await expect(create).rejects.toThrow();
  });
});
