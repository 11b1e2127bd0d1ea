/** product.md F2: the logo as a file. Accepted pictures are in profile/rules/picture.test.ts. */
import { expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { meOf, newShop, profileOf } from "../base/calls.ts";
import type { App, Caller } from "../open-app.ts";
import { gif, jpeg, png } from "./pictures.ts";
import { HOUR, NOON } from "../fake-clock.ts";

const filesOf = async ({ backend }: App) =>
  await backend.run(async (ctx) => {
    const files = await ctx.db.system.query("_storage").collect();
    return files.map(({ _id, size }) => ({ _id, size }));
  });
const upload = async (owner: Caller, picture: Uint8Array<ArrayBuffer>) =>
  await owner.action(api.profile.files.setLogo, { picture: picture.buffer });

async function openShop() {
  const shop = await newShop();
  const { app, businessId } = shop;
  return {
    ...shop,
    urls: async () => {
      const profile = await profileOf(app, shop);
      const preview = await app.backend.query(
        internal.profile.businesses.preview,
        { link: { businessId } },
      );
      const me = await meOf(shop.owner);
      return [profile, preview, me?.business].map(
        (one) => must(one, "business").logoUrl,
      );
    },
  };
}

test("a logo is stored, shown everywhere, replaced and removed, and nothing else is left", async () => {
  const { app, owner, urls } = await openShop();
  expect(await upload(owner, png())).toEqual({ ok: true });
  const [first] = await filesOf(app);
  const shown = await urls();
  const { _id } = must(first, "file");
  const url = await app.backend.run(async (ctx) => ctx.storage.getUrl(_id));
  expect(shown).toEqual([url, url, url]);

  expect(await upload(owner, jpeg({ comment: "secret place" }))).toEqual({
    ok: true,
  });
  const files = await filesOf(app);
  expect(files).toHaveLength(1);
  expect(files[0]?._id).not.toBe(first?._id);
  // Without the photograph's metadata.
  expect(files[0]?.size).toBe(jpeg().length);

  await owner.mutation(api.profile.files.removeLogo, {});
  expect(await filesOf(app)).toEqual([]);
  expect(await urls()).toEqual([null, null, null]);
});

test("a file that is no picture changes nothing and is not stored", async () => {
  const { app, owner, urls } = await openShop();
  await upload(owner, png());
  const before = [await filesOf(app), await urls()];
  const page = new TextEncoder().encode("<!doctype html><script>1</script>");
  for (const wrong of [
    page,
    new Uint8Array(0),
    new Uint8Array(2_097_153),
    gif({ width: 50_000 }),
  ])
    expect(await upload(owner, wrong)).toMatchObject({ ok: false });
  expect([await filesOf(app), await urls()]).toEqual(before);
});

test("twenty of a hundred uploads in an hour are accepted", async () => {
  const { app, owner } = await openShop();
  const codes: string[] = [];
  for (let i = 0; i < 100; i += 1) {
    const answer = await upload(owner, png());
    codes.push(answer.ok ? "ok" : answer.code);
  }
  expect(codes.filter((code) => code === "ok")).toHaveLength(20);
  expect(codes.slice(20).every((code) => code === "tooManyRequests")).toBe(
    true,
  );
  expect(await filesOf(app)).toHaveLength(1);
});

test("files that belong to nothing for a day are deleted, and no others", async () => {
  const { app, owner } = await openShop();
  await upload(owner, png());
  const [logo] = await filesOf(app);
  await app.backend.run(async (ctx) => {
    for (let i = 0; i < 120; i += 1) await ctx.storage.store(new Blob(["x"]));
  });
  const sweep = async () => {
    await app.backend.action(internal.upkeep.maintenance.run, {
      jobs: ["files"],
    });
  };
  await sweep();
  expect(await filesOf(app)).toHaveLength(121);
  vi.setSystemTime(NOON + 25 * HOUR);
  await app.backend.run(async (ctx) => {
    await ctx.storage.store(new Blob(["about to be bound"]));
  });
  await sweep();
  const left = await filesOf(app);
  expect(left).toHaveLength(2);
  expect(left).toContainEqual(logo);
});
