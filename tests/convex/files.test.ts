/** product.md V8: who may check file storage, and what is told of it. Canary: with publicAction in place of adminAction all three strangers write. */
import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { openApp, type App, type Caller } from "./open-app.ts";

const filesOf = async ({ backend }: App) =>
  await backend.run(
    async (ctx) => await ctx.db.system.query("_storage").collect(),
  );

test("anybody learns that files can be read, and nothing of any", async () => {
  const { backend } = await openApp();
  await backend.run(async (ctx) => await ctx.storage.store(new Blob(["x"])));
  expect(await backend.query(api.files.check, {})).toEqual({ ok: true });
});

test("writing refuses all but an admin, and leaves no file", async () => {
  const app = await openApp();
  const { owner } = await app.shop();
  const homeless = await app.backend.run(
    async (ctx) => await ctx.db.insert("users", { email: "x@example.com" }),
  );
  const { caller } = await app.asUser(homeless);
  const strangers: [Caller, string][] = [
    [app.backend, "notSignedIn"],
    [caller, "notAllowed"],
    [owner, "notAllowed"],
  ];
  for (const [stranger, code] of strangers) {
    await expect(
      stranger.action(api.files.testWrite, {}),
    ).rejects.toMatchObject({ data: { code } });
  }
  const admin = await app.admin();
  expect(await admin.action(api.files.testWrite, {})).toEqual({ ok: true });
  expect(await filesOf(app)).toEqual([]);
});
