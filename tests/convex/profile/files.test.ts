/** product.md V8: what is shown of file storage. Write access is in admin-access.test.ts. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { openApp, type App } from "../open-app.ts";

const filesOf = async ({ backend }: App) =>
  await backend.run(
    async (ctx) => await ctx.db.system.query("_storage").collect(),
  );

test("anyone learns that files can be read, and nothing about them", async () => {
  const { backend } = await openApp();
  await backend.run(async (ctx) => await ctx.storage.store(new Blob(["x"])));
  expect(await backend.query(api.profile.files.check, {})).toEqual({
    ok: true,
  });
});

test("the write test leaves no file", async () => {
  const app = await openApp();
  const admin = await app.admin();
  expect(await admin.action(api.profile.files.testWrite, {})).toEqual({
    ok: true,
  });
  expect(await filesOf(app)).toEqual([]);
});
