/** product.md R1, R3 to R5: names, roles, and the end of somebody's work in a shop. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { createOwnBusiness } from "../../../convex/account/data/accounts.ts";
import { forgetAdmin } from "../../../convex/account/data/admins.ts";
import { changeEmail } from "../../../convex/account/data/emailChanges.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { nameInTeam } from "../../../convex/business/data/members.ts";
import { KEPT_MS } from "../../../convex/base/rules/kept.ts";
import { failsWith, meOf, press, refusedWith, granted } from "../base/calls.ts";
import {
  maintain,
  openApp,
  rows,
  type App,
  type Caller,
  type Shop,
} from "../open-app.ts";

const { changeRole, coverPhones, leave, list, remove, rename } =
  api.team.people;

async function open() {
  const app = await openApp();
  return { app, shop: await app.shop({ plan: "pro" }) };
}

const actions = async (app: App) =>
  (await rows(app, "auditEvents"))
    .filter(({ action }) => action.startsWith("member"))
    .map(({ action, actor, subject }) => [action, actor.kind, subject]);

describe("the list", () => {
  test("has the owner first, who gets a row with their name", async () => {
    const { app, shop } = await open();
    const { userId } = await app.member(shop, "staff", { name: "Kim" });
    const { caller: manager } = await app.member(shop, "manager");
    const before = await shop.owner.query(list, {});
    expect(before.people.map(({ name, role }) => [name, role])).toEqual([
      [null, "owner"],
      ["Kim", "staff"],
      ["Member 2", "manager"],
    ]);
    expect(await rows(app, "members")).toHaveLength(2);
    const own = { personId: shop.ownerId, name: "Sam" };
    expect(await shop.owner.mutation(rename, own)).toEqual({ ok: true });
    const { people } = await manager.query(list, {});
    expect(people[0]).toMatchObject({ name: "Sam", role: "owner" });
    expect(people.map((one) => one.mayManage)).toEqual([false, true, false]);
    expect(people.map((one) => one.hasPin)).toEqual([false, false, false]);
    const taken = { personId: userId, name: "SAM" };
    expect(await manager.mutation(rename, taken)).toEqual(
      refusedWith("personNameTaken"),
    );
    await failsWith(manager.mutation(rename, own), "notAllowed");
  });
});

describe("removal", () => {
  test("and coming back under a new name: the new name counts", async () => {
    const { app, shop } = await open();
    const { businessId } = shop;
    const admin = await app.adminUser();
    const { userId } = admin;
    await app.backend.run(async (ctx) => {
      const row = { businessId, userId, role: "staff" } as const;
      await ctx.db.insert("members", { ...row, name: "Old", removedAt: 1 });
      await ctx.db.insert("members", { ...row, name: "New", removedAt: null });
      expect(await nameInTeam(ctx, businessId, userId)).toBe("New");
    });
  });

  test("by deleting the shop gives nobody of its team a shop of their own", async () => {
    const { app, shop } = await open();
    const { caller, userId } = await app.member(shop, "staff");
    await app.backend.run(async (ctx) => {
      await ctx.db.patch("businesses", shop.businessId, { erasedAt: 1 });
      const wanted = { name: "Mine", plan: null };
      await createOwnBusiness(ctx, userId, wanted, Date.now());
    });
    expect((await meOf(caller))?.business ?? null).toBeNull();
    expect(await rows(app, "businesses")).toHaveLength(1);
  });

  test("ends access and account in one step; name and record stay", async () => {
    const { app, shop } = await open();
    const { caller, userId } = await app.member(shop, "staff", { name: "Kim" });
    const { queueId } = shop;
    await app.join(queueId);
    await press(caller, api.desk.actions.callNext, { queueId });
    await shop.owner.mutation(remove, { personId: userId });
    expect(await meOf(caller)).toBeNull();
    await failsWith(
      press(caller, api.desk.actions.callNext, { queueId }),
      "notSignedIn",
    );
    expect(await rows(app, "members")).toMatchObject([{ name: "Kim", userId }]);
    const [called] = await rows(app, "tickets");
    expect(called?.state).toMatchObject({ calledBy: userId });
    expect(
      (await rows(app, "users")).map(({ _id }) => _id).includes(userId),
    ).toBe(false);
    expect(await actions(app)).toEqual([["memberRemoved", "owner", "Kim"]]);
    const admin = await app.adminUser({ email: "ann@example.com" });
    const asked = { text: "", from: null, to: null };
    const { page } = await admin.caller.query(api.admin.audit.search, {
      ...{ ...asked, businessId: shop.businessId, action: "memberRemoved" },
      paginationOpts: { numItems: 20, cursor: null },
    });
    expect(page).toMatchObject([
      { name: "Kim", subject: expect.stringMatching(/^Shop /) as string },
    ]);
  });

  test("leaves no e-mail address in the record", async () => {
    const { app, shop } = await open();
    const email = "kim@example.com";
    const { caller, userId } = await app.member(shop, "manager", { email });
    const { userId: personId } = await app.member(shop, "staff");
    await caller.mutation(remove, { personId });
    const moved = "kim.new@example.com";
    await app.backend.run(async (ctx) => {
      const now = Date.now();
      const changeId = await ctx.db.insert("emailChanges", {
        ...{ userId, email: moved, codeHash: "h", tries: 0, expiresAt: now },
      });
      expect(await changeEmail(ctx, userId, changeId, now)).toBe(true);
    });
    const { caller: admin } = await app.adminUser();
    const asked = { text: "", action: null, businessId: shop.businessId };
    const makers = async () => {
      const { page } = await admin.query(api.admin.audit.search, {
        ...{ ...asked, from: null, to: null },
        paginationOpts: { numItems: 2, cursor: null },
      });
      return page.map(({ by }) => by);
    };
    const at = { kind: "manager", email: moved };
    expect(await makers()).toEqual([at, at]);
    await caller.mutation(leave, {});
    expect((await makers())[0]).toEqual({ ...at, email: null });
    const record = JSON.stringify(await rows(app, "auditEvents"));
    expect(record).not.toContain(email);
    expect(record).not.toContain(moved);
  });

  test("of an admin leaves their account and its portal", async () => {
    const { app, shop } = await open();
    const { caller, sessionId, userId } = await app.member(shop, "staff");
    await app.openPortal(sessionId);
    await shop.owner.mutation(remove, { personId: userId });
    expect(await meOf(caller)).toMatchObject({ isAdmin: true, business: null });
  });

  test("is for roles below one's own; everybody but the owner may leave", async () => {
    const { app, shop } = await open();
    const { caller: manager, userId: personId } = await app.member(
      shop,
      "manager",
    );
    const { caller: staff } = await app.member(shop, "staff");
    const owner = { personId: shop.ownerId };
    for (const caller of [manager, shop.owner])
      await failsWith(caller.mutation(remove, owner), "notAllowed");
    await failsWith(manager.mutation(remove, { personId }), "notAllowed");
    await failsWith(shop.owner.mutation(leave, {}), "notAllowed");
    const named = { ...owner, name: "Sam" };
    expect(await shop.owner.mutation(rename, named)).toEqual({ ok: true });
    await failsWith(shop.owner.mutation(leave, {}), "notAllowed");
    for (const caller of [manager, staff]) {
      await caller.mutation(leave, {});
      expect(await meOf(caller)).toBeNull();
    }
    expect((await shop.owner.query(list, {})).people).toHaveLength(1);
  });
});

test("the owner's record says who joined, changed role, was removed or left, and by whom; admins see who works there", async () => {
  const { app, shop } = await open();
  const ada = await app.member(shop, "manager", { name: "Ada" });
  const kim = await app.member(shop, "staff", { name: "Kim" });
  const sam = await app.member(shop, "staff", { name: "Sam" });
  const admin = await app.admin();
  const { businessId } = shop;
  const seen = await admin.query(api.admin.directory.business, { businessId });
  expect(seen?.people.map(({ name, role }) => [name, role])).toEqual([
    ["Ada", "manager"],
    ["Kim", "staff"],
    ["Sam", "staff"],
  ]);
  await shop.owner.mutation(changeRole, {
    ...{ personId: kim.userId, role: "manager" },
  });
  await ada.caller.mutation(remove, { personId: sam.userId });
  await kim.caller.mutation(leave, {});
  const record = async (cursor: string | null) =>
    await shop.owner.query(api.admin.audit.ofMine, {
      paginationOpts: { numItems: 2, cursor },
    });
  const { page, continueCursor } = await record(null);
  expect(page).toMatchObject([
    { action: "memberRemoved", name: "Kim", by: "Kim" },
    { action: "memberRemoved", name: "Sam", by: "Ada" },
  ]);
  expect((await record(continueCursor)).page).toMatchObject([
    { action: "memberRoleChanged", name: "Kim", by: null },
  ]);
});

test("a role is given by somebody above it", async () => {
  const { app, shop } = await open();
  const { caller: manager } = await app.member(shop, "manager");
  const { userId: personId } = await app.member(shop, "staff", { name: "Kim" });
  const wish = { personId, role: "manager" as const };
  await failsWith(manager.mutation(changeRole, wish), "notAllowed");
  await shop.owner.mutation(changeRole, wish);
  await shop.owner.mutation(changeRole, wish);
  expect(await actions(app)).toEqual([["memberRoleChanged", "owner", "Kim"]]);
  const down = { personId, role: "staff" as const };
  await failsWith(manager.mutation(changeRole, down), "notAllowed");
});

test("role changes of one shop are limited, so that the record does not grow without end; another shop's are not", async () => {
  const { app, shop } = await open();
  const other = await app.shop();
  const turn = async (of: Shop, times: number) => {
    const { userId: personId } = await app.member(of, "staff");
    for (let turns = 0; turns < times; turns += 1) {
      const role = turns % 2 === 0 ? "manager" : "staff";
      await of.owner.mutation(changeRole, { personId, role });
    }
  };
  await failsWith(turn(shop, 61), "tooManyRequests");
  expect(await actions(app)).toHaveLength(60);
  await turn(other, 2);
});

test("staff see masked phone numbers where the shop wants it; managers see them whole", async () => {
  const { app, shop } = await open();
  const { queueId, owner } = shop;
  const { caller: staff } = await app.member(shop, "staff");
  const { caller: manager } = await app.member(shop, "manager");
  const person = { queueId, name: "Zoë", phone: "+447700900123" };
  await press(owner, api.desk.actions.addWalkIn, person);
  const phones = async () =>
    await Promise.all(
      [owner, manager, staff].map(async (caller) => {
        const board = await caller.query(api.desk.actions.board, { queueId });
        return must(board.waiting[0], "waiting").phone;
      }),
    );
  expect(new Set(await phones())).toEqual(new Set([person.phone]));
  await manager.mutation(coverPhones, { covers: true });
  const [own, managers, masked] = await phones();
  expect([own, managers]).toEqual([person.phone, person.phone]);
  expect(masked).not.toContain("900123");
  await manager.mutation(coverPhones, { covers: false });
  expect(new Set(await phones())).toEqual(new Set([person.phone]));
});

test("undo is offered to the person who acted; 'Today' names who did it, and lets others undo it", async () => {
  const { app, shop } = await open();
  const { queueId, owner } = shop;
  const kim = await app.member(shop, "staff", { name: "Kim" });
  await app.join(queueId);
  const { callNext, board, history, undo } = api.desk.actions;
  const called = granted(await press(kim.caller, callNext, { queueId }));
  const offered = async (caller: Caller) =>
    (await caller.query(board, { queueId })).undo?.eventId ?? null;
  expect(await offered(kim.caller)).toBe(called.eventId);
  expect(await offered(owner)).toBeNull();
  const seen = async (caller: Caller) =>
    (await caller.query(history, { queueId })).map(({ by, byMe }) => [
      by,
      byMe,
    ]);
  expect(await seen(kim.caller)).toEqual([[null, true]]);
  expect(await seen(owner)).toEqual([["Kim", false]]);
  await owner.mutation(remove, { personId: kim.userId });
  expect(await seen(owner)).toEqual([["Kim", false]]);
  const { eventId } = called;
  expect(await press(owner, undo, { eventId })).toEqual({ ok: true });
});

test("staff text a ticket's holder, and no other number", async () => {
  const { app, shop } = await open();
  const { caller: staff } = await app.member(shop, "staff");
  await failsWith(
    press(staff, api.messages.sms.send, { to: "+447700900123", body: "Hi" }),
    "notAllowed",
  );
});

test("staff teach the server no network of the shop", async () => {
  const { app, shop } = await open();
  const { caller: staff } = await app.member(shop, "staff");
  const { caller: manager } = await app.member(shop, "manager");
  const { opened } = api.desk.actions;
  const at = { ip: "203.0.113.20" };
  await staff.withRequestMetadata(at).mutation(opened, {});
  expect(await rows(app, "ownNetworks")).toEqual([]);
  await manager.withRequestMetadata(at).mutation(opened, {});
  expect(await rows(app, "ownNetworks")).toHaveLength(1);
});

test("with the shop go the people who work nowhere else, and its invitations", async () => {
  const { app, shop } = await open();
  const other = await app.shop();
  const { caller } = await app.member(shop, "staff");
  const { sessionId: portal } = await app.member(shop, "manager");
  await app.openPortal(portal);
  const { caller: theirs } = await app.member(other, "staff");
  await shop.owner.action(api.team.invitations.invite, {
    ...{ email: "lee@example.com", name: "Lee", role: "staff" },
  });
  const { begin } = internal.privacy.erase;
  const { businessId } = shop;
  await app.backend.mutation(begin, { businessId, by: "owner" });
  const { queueId } = shop;
  await failsWith(
    caller.query(api.desk.actions.board, { queueId }),
    "notAllowed",
  );
  await maintain(app);
  expect(await meOf(caller)).toBeNull();
  expect(await meOf(theirs)).not.toBeNull();
  expect(await rows(app, "members")).toHaveLength(1);
  expect(await rows(app, "invitations")).toEqual([]);
  // Two owners were there, one is left, with the admin and the other shop's person.
  expect(await rows(app, "users")).toHaveLength(3);
});

test("with the shop does not go who left it and works elsewhere by now", async () => {
  const { app, shop } = await open();
  const other = await app.shop();
  // An admin keeps the account, and may stop being one.
  const { caller, userId, sessionId } = await app.member(shop, "staff");
  await app.openPortal(sessionId);
  await shop.owner.mutation(remove, { personId: userId });
  const { businessId } = other;
  await app.backend.run(async (ctx) => {
    await forgetAdmin(ctx, userId);
    const row = { businessId, userId, role: "staff", name: "Kim" } as const;
    await ctx.db.insert("members", { ...row, removedAt: null });
  });
  const { begin } = internal.privacy.erase;
  const erased = { businessId: shop.businessId, by: "owner" } as const;
  await app.backend.mutation(begin, erased);
  await maintain(app);
  expect(await meOf(caller)).toMatchObject({ business: { businessId } });
});

test("an invitation is deleted a week after it was made", async () => {
  const { app, shop } = await open();
  await shop.owner.action(api.team.invitations.invite, {
    ...{ email: "lee@example.com", name: "Lee", role: "staff" },
  });
  await maintain(app);
  expect(await rows(app, "invitations")).toHaveLength(1);
  await app.backend.run(async (ctx) => {
    for await (const { _id, expiresAt } of ctx.db.query("invitations"))
      await ctx.db.patch("invitations", _id, {
        expiresAt: expiresAt - KEPT_MS.invitations - 1,
      });
  });
  await maintain(app);
  expect(await rows(app, "invitations")).toEqual([]);
});

test("whatever is done to a team, one owner with all rights is left", async () => {
  const step = fc.record({
    by: fc.nat(3),
    to: fc.nat(3),
    act: fc.constantFrom("remove", "leave", "manager", "staff", "rename"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { app, shop } = await open();
      const others = [
        await app.member(shop, "manager"),
        await app.member(shop, "manager"),
        await app.member(shop, "staff"),
      ];
      const own = { caller: shop.owner, userId: shop.ownerId };
      const people: { caller: Caller; userId: string }[] = [own, ...others];
      for (const { by, to, act } of steps) {
        const { caller } = must(people[by], "caller");
        const { userId: personId } = must(people[to], "person");
        const done =
          act === "remove"
            ? caller.mutation(remove, { personId })
            : act === "leave"
              ? caller.mutation(leave, {})
              : act === "rename"
                ? caller.mutation(rename, { personId, name: `P${to}` })
                : caller.mutation(changeRole, { personId, role: act });
        await done.catch((error: unknown) => {
          expect(["notAllowed", "notFound", "notSignedIn"]).toContain(
            (error as { data: { code: string } }).data.code,
          );
        });
      }
      expect(await owns(shop)).toBe(true);
      const { people: left } = await shop.owner.query(list, {});
      expect(left.filter(({ role }) => role === "owner")).toHaveLength(1);
    }),
    { numRuns: 25, seed: 27 },
  );
});

const owns = async ({ owner }: Shop) =>
  (await meOf(owner))?.business?.role === "owner" &&
  (await owner.query(api.admin.audit.ofMine, {
    paginationOpts: { numItems: 1, cursor: null },
  })) !== null;
