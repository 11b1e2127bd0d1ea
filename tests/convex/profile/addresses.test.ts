/** A shop's short address: made once, changed seldom, led on for ever. product.md F8. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { failsWith, newShop, refusedWith } from "../base/calls.ts";
import { HOUR } from "../fake-clock.ts";
import { openApp, rows, type App, type Shop } from "../open-app.ts";

const { behind, change, make, own } = api.profile.addresses;

const leadsTo = ({ backend }: App, typed: string) =>
  backend.query(behind, { typed });
const wants = ({ owner }: Pick<Shop, "owner">, wanted: string) =>
  owner.mutation(change, { wanted });

/** The address that the first look makes. */
async function firstOf({ owner }: Shop) {
  expect(await owner.mutation(make, {})).toBe(true);
  return (await owner.query(own, {}))?.current;
}

async function named(app: App, name: string): Promise<Shop> {
  const shop = await app.shop();
  await app.backend.run((ctx) =>
    ctx.db.patch("businesses", shop.businessId, { name }),
  );
  return shop;
}

test("the first look makes it from the name, and a second one changes nothing", async () => {
  const app = await openApp();
  const shop = await named(app, "Zoë's Fade");
  expect(await shop.owner.query(own, {})).toBeNull();
  expect(await firstOf(shop)).toBe("zoes-fade");
  expect(await firstOf(shop)).toBe("zoes-fade");
  expect(await rows(app, "shortAddresses")).toHaveLength(1);
  expect(await shop.owner.query(own, {})).toEqual({
    current: "zoes-fade",
    earlier: [],
  });
  for (const typed of ["zoes-fade", "Zoes-FADE/"])
    expect(await leadsTo(app, typed)).toBe(shop.businessId);
});

test("shops of one name get numbers in the order of asking, and other scripts a neutral one", async () => {
  const app = await openApp();
  const made = [];
  for (const name of ["Fade", "FADE!", "Fäde", "美容室", "Парикмахер"]) {
    made.push(await firstOf(await named(app, name)));
  }
  expect(made.slice(0, 3)).toEqual(["fade", "fade-2", "fade-3"]);
  const neutral = made.slice(3);
  for (const slug of neutral) expect(slug).toMatch(/^shop-[a-z0-9]{4}$/);
  expect(new Set(neutral).size).toBe(2);
});

test("after a change the earlier one leads on, and comes back at any time", async () => {
  const app = await openApp();
  const shop = await named(app, "Fade");
  await shop.owner.mutation(make, {});
  expect(await wants(shop, "Fade & Fortune")).toEqual({ ok: true });
  expect(await shop.owner.query(own, {})).toEqual({
    current: "fade-fortune",
    earlier: ["fade"],
  });
  for (const typed of ["fade", "fade-fortune"])
    expect(await leadsTo(app, typed)).toBe(shop.businessId);
  expect(await wants(shop, "fade")).toEqual({ ok: true });
  expect(await wants(shop, "fade")).toEqual({ ok: true });
  expect(await shop.owner.query(own, {})).toEqual({
    current: "fade",
    earlier: ["fade-fortune"],
  });
});

test("nobody takes another shop's, current or earlier, or one that is for no shop", async () => {
  const app = await openApp();
  const first = await named(app, "Fade");
  await first.owner.mutation(make, {});
  await wants(first, "Fortune");
  const second = await named(app, "Other");
  for (const taken of ["fade", "FORTUNE", "Admin", "Your Turn"])
    expect(await wants(second, taken)).toEqual(refusedWith("addressTaken"));
  for (const odd of ["", "ab", "💈💈💈", "../", "%"])
    expect(await wants(second, odd)).toEqual(refusedWith("addressInvalid"));
  expect(await second.owner.query(own, {})).toBeNull();
  expect(await leadsTo(app, "fade")).toBe(first.businessId);
  await wants(second, "x".repeat(1_000_000));
  expect(await leadsTo(app, "x".repeat(30))).toBe(second.businessId);
});

test("a shop takes three a day and five in all; a refusal costs nothing", async () => {
  const { owner } = await newShop();
  const shop = { owner };
  for (const wanted of ["one", "two", "three"])
    expect(await wants(shop, wanted)).toEqual({ ok: true });
  vi.advanceTimersByTime(HOUR);
  const retryAfterMs = 23 * HOUR;
  for (let tries = 0; tries < 3; tries += 1)
    expect(await wants(shop, "four")).toEqual(
      refusedWith("tooManyRequests", { retryAfterMs }),
    );
  expect(await wants(shop, "one")).toEqual({ ok: true });
  vi.advanceTimersByTime(retryAfterMs);
  for (const wanted of ["four", "five"])
    expect(await wants(shop, wanted)).toEqual({ ok: true });
  expect(await wants(shop, "six")).toEqual(
    refusedWith("addressesUsedUp", { max: 5 }),
  );
  expect(await owner.query(own, {})).toEqual({
    current: "five",
    earlier: ["one", "two", "three", "four"],
  });
});

test("only who pays makes and changes one; it stays after a lapse", async () => {
  const app = await openApp();
  const shop = await named(app, "Fade");
  await shop.owner.mutation(make, {});
  await app.lapse(shop);
  await failsWith(shop.owner.mutation(make, {}), "notSubscribed");
  await failsWith(wants(shop, "Fortune"), "notSubscribed");
  expect(await leadsTo(app, "fade")).toBe(shop.businessId);
});

test("it leads nowhere from the account's end, and is free when the rows are gone", async () => {
  const app = await openApp();
  const first = await named(app, "Fade");
  await first.owner.mutation(make, {});
  await app.backend.run((ctx) =>
    ctx.db.patch("businesses", first.businessId, { erasedAt: 1 }),
  );
  expect(await leadsTo(app, "fade")).toBeNull();
  const second = await named(app, "Fade");
  expect(await firstOf(second)).toBe("fade-2");
});
