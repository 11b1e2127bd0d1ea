/** product.md R8: how a shop gets tablets, and their end. */
import { describe, expect, test, vi } from "vitest";
import * as fc from "fast-check";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { emptyDay } from "../../../convex/queue/rules/days.ts";
import { readCode, shownCode } from "../../../convex/business/rules/tablets.ts";
import { submit } from "../account/signing-in.ts";
import { failsWith, meOf, press, refusedWith } from "../base/calls.ts";
import { openPostOffice } from "../mail/post-office.ts";
import { maintain, rows, type App } from "../open-app.ts";
import { actions, app, codeOf, pairs, shop, somebody } from "./tablet-shop.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

/** As in privacy/data/erase.ts. */
const ROWS_A_BATCH = 200;
const { add, end, list, unlock } = api.team.tablets;
const { remove } = api.team.people;
const { callNext } = api.desk.actions;

describe("pairing", () => {
  test("with the code once; the tablet is locked, and has staff's view of the shop", async () => {
    const code = await codeOf();
    const typed = shownCode(code).toLowerCase();
    const tablet = await pairs(typed);
    expect(await meOf(tablet)).toMatchObject({
      ...{ email: "", tablet: { name: "Front desk", isLocked: true } },
      business: { businessId: shop.businessId, role: "staff" },
    });
    expect(await actions()).toEqual([["tabletPaired", "owner", "Front desk"]]);
    await failsWith(pairs(code), "pairingCodeWrong");
    await failsWith(pairs(""), "pairingCodeWrong");
    const [row] = await rows(app, "tablets");
    expect(row).not.toHaveProperty("codeHash");
    expect(JSON.stringify(await rows(app, "tablets"))).not.toContain(code);
  });

  test("is too late after ten minutes, or once the tablet was ended", async () => {
    const code = await codeOf();
    vi.setSystemTime(NOON + 10 * MINUTE);
    await failsWith(pairs(code), "pairingCodeWrong");
    const next = await codeOf();
    vi.setSystemTime(NOON + 20 * MINUTE - 1);
    const [, second] = await rows(app, "tablets");
    await pairs(next);
    const [first] = await rows(app, "tablets");
    await shop.owner.mutation(end, { tabletId: must(first, "tablet")._id });
    await shop.owner.mutation(end, { tabletId: must(second, "tablet")._id });
    expect((await actions()).map(([action]) => action)).toEqual([
      ...["tabletPaired", "tabletEnded"],
    ]);
    const third = await codeOf();
    const [row] = await rows(app, "tablets");
    await shop.owner.mutation(end, { tabletId: must(row, "tablet")._id });
    await failsWith(pairs(third), "pairingCodeWrong");
  });

  test("ends with the person who made the code, and when they manage no more", async () => {
    const { caller, userId } = await app.member(shop, "manager");
    const code = await codeOf("Window", caller);
    const role = "staff" as const;
    const down = { personId: userId, role };
    await shop.owner.mutation(api.team.people.changeRole, down);
    await failsWith(pairs(code), "pairingCodeWrong");
    await shop.owner.mutation(remove, { personId: userId });
    await failsWith(pairs(code), "pairingCodeWrong");
  });

  test("guesses are limited by network", async () => {
    const at = { ip: "203.0.113.7" };
    const guess = () =>
      submit({ ...app, backend: app.backend.withRequestMetadata(at) } as App, {
        flow: "tablet",
        code: "00000000",
      });
    for (let tries = 0; tries < 30; tries += 1)
      await failsWith(guess(), "pairingCodeWrong");
    await failsWith(guess(), "tooManyRequests");
  });

  test("of a sixth tablet is refused; names have rules", async () => {
    for (const name of ["1", "2", "3", "4", "5"]) await codeOf(name);
    const sixth = await shop.owner.action(add, { name: "6" });
    expect(sixth).toEqual(refusedWith("tooManyTablets", { max: 5 }));
    const empty = await shop.owner.action(add, { name: " " });
    expect(empty).toEqual(refusedWith("nameEmpty"));
    const long = await shop.owner.action(add, { name: "a".repeat(41) });
    expect(long).toEqual(refusedWith("nameTooLong", { max: 40 }));
    const { tablets } = await shop.owner.query(list, {});
    expect(tablets.map(({ name, isPaired }) => [name, isPaired])).toEqual(
      ["1", "2", "3", "4", "5"].map((name) => [name, false]),
    );
  });

  test("twenty times an hour at most, so that the record does not grow without end", async () => {
    for (let times = 0; times < 20; times += 1) {
      await codeOf();
      const [row] = await rows(app, "tablets");
      await shop.owner.mutation(end, { tabletId: must(row, "tablet")._id });
    }
    await failsWith(codeOf(), "tooManyRequests");
  });

  test("a code is read as it was made, however it is typed", () => {
    const letter = fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    const code = fc.string({ unit: letter, minLength: 8, maxLength: 8 });
    const type = fc.func(fc.constantFrom(0, 1));
    fc.assert(
      fc.property(code, type, (made, choice) => {
        const typed = [...shownCode(made)].map((one, at) => {
          const alike = { "0": "o", "1": at % 2 === 0 ? "I" : "l" }[one];
          return choice(at) === 0 ? one.toLowerCase() : (alike ?? one);
        });
        expect(readCode(typed.join(""))).toBe(made);
      }),
    );
  });
});

describe("the end", () => {
  test("is at once, also in mid-action; user, sessions and row go", async () => {
    const { userId: personId } = await somebody("Kim");
    const users = (await rows(app, "users")).length;
    const sessions = (await rows(app, "authSessions")).length;
    const tablet = await pairs(await codeOf());
    await tablet.mutation(unlock, { personId, pin: "1234" });
    const [row] = await rows(app, "tablets");
    const { caller: manager } = await app.member(shop, "manager");
    await manager.mutation(end, { tabletId: must(row, "tablet")._id });
    const { queueId } = shop;
    await failsWith(press(tablet, callNext, { queueId }), "notSignedIn");
    expect(await meOf(tablet)).toBeNull();
    expect(await rows(app, "tablets")).toEqual([]);
    expect(await rows(app, "users")).toHaveLength(users + 1);
    expect(await rows(app, "authSessions")).toHaveLength(sessions + 1);
    expect((await actions()).at(-1)).toEqual([
      ...["tabletEnded", "manager", "Front desk"],
    ]);
  });

  test("comes with that of the person who added it, whatever their role is by then", async () => {
    const { caller: manager, userId: personId } = await app.member(
      shop,
      "manager",
    );
    const kept = await pairs(await codeOf());
    const theirs = await pairs(await codeOf("Window", manager));
    const down = { personId, role: "staff" as const };
    await shop.owner.mutation(api.team.people.changeRole, down);
    expect(await meOf(theirs)).not.toBeNull();
    await shop.owner.mutation(remove, { personId });
    expect(await meOf(theirs)).toBeNull();
    expect(await meOf(kept)).not.toBeNull();
  });

  test("comes with the shop's", async () => {
    const { userId } = await app.tablet(shop);
    const begin = { by: "owner" as const, businessId: shop.businessId };
    await app.backend.mutation(internal.privacy.erase.begin, begin);
    await maintain(app);
    expect(await rows(app, "tablets")).toEqual([]);
    const left = [
      ...(await rows(app, "users")).map(({ _id }) => _id),
      ...(await rows(app, "authSessions")).map((one) => one.userId),
    ];
    expect(left).not.toContain(userId);
  });
});

describe("the end of a shop with five tablets", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "comes also when a batch has few rows left for them (%i)",
    async (spare) => {
      for (let n = 0; n < 5; n += 1) await app.tablet(shop);
      await app.backend.run(async (ctx) => {
        const [queue] = await ctx.db.query("queues").collect();
        const { _id: queueId, businessId } = must(queue ?? null, "queue");
        for (let n = 0; n < ROWS_A_BATCH - spare; n += 1) {
          const day = `2026-${n}`;
          const counts = emptyDay();
          await ctx.db.insert("queueDays", {
            queueId,
            businessId,
            day,
            counts,
          });
        }
      });
      const begin = { by: "owner" as const, businessId: shop.businessId };
      await app.backend.mutation(internal.privacy.erase.begin, begin);
      await maintain(app);
      for (const table of ["tablets", "queueDays", "businesses"] as const)
        expect(await rows(app, table)).toEqual([]);
    },
  );
});

test("an invitation opened on a tablet is for somebody else", async () => {
  const { caller } = await app.tablet(shop);
  const asked = { email: "kim@example.com", name: "Kim" };
  const answer = await shop.owner.action(api.team.invitations.invite, {
    ...{ ...asked, role: "staff" },
  });
  if (!answer.ok || answer.url === null) throw new Error("no link");
  const secret = new URL(answer.url).hash.slice(1);
  expect(
    await caller.query(api.team.invitations.look, { secret }),
  ).toMatchObject({ caller: "other" });
});

test("a tablet makes no shop of its own", async () => {
  const { caller } = await app.tablet(shop);
  const making = caller.mutation(internal.account.current.createBusiness, {
    name: null,
  });
  await failsWith(making, "notAllowed");
  expect(await rows(app, "businesses")).toHaveLength(1);
});

test("a tablet keeps reading, so an owner without a proven address adds none", async () => {
  openPostOffice();
  const adds = shop.owner.action(add, { name: "Front desk" });
  await failsWith(adds, "emailUnproven");
  expect(await rows(app, "tablets")).toEqual([]);
});

test("a reset password ends the tablets of the shop; a manager's only those that they added", async () => {
  const { caller: manager, userId } = await app.member(shop, "manager");
  const [own, theirs] = [
    await pairs(await codeOf()),
    await pairs(await codeOf("Window", manager)),
  ];
  const names = async () =>
    (await shop.owner.query(list, {})).tablets.map(({ name }) => name);
  const reset = async (by: Id<"users">) =>
    await app.backend.mutation(internal.privacy.readers.end, {
      ...{ userId: by, now: Date.now() },
    });
  await reset(userId);
  expect(await names()).toEqual(["Front desk"]);
  await failsWith(theirs.query(api.team.tablets.names, {}), "notSignedIn");
  await reset(shop.ownerId);
  expect(await names()).toEqual([]);
  await failsWith(own.query(api.team.tablets.names, {}), "notSignedIn");
});
