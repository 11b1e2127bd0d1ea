import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";

let engine: TestEngine;

beforeAll(async () => {
  engine = await openTestEngine({
    mode: "child",
    sources: {
      "files.ts": `
        import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
        export const uploadUrl = mutationGeneric((ctx) => ctx.storage.generateUploadUrl());
        export const url = queryGeneric((ctx, { id }) => ctx.storage.getUrl(id));
        export const row = queryGeneric((ctx, { id }) => ctx.db.system.get(id));
        export const remove = mutationGeneric((ctx, { id }) => ctx.storage.delete(id));
        export const copy = actionGeneric(async (ctx, { id }) => {
          const blob = await ctx.storage.get(id);
          return await ctx.storage.store(blob);
        });`,
    },
  });
});

afterAll(() => engine.close());

async function upload(content: string) {
  const url = String(await engine.run("files:uploadUrl"));
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "text/plain", Origin: "https://shop.example" },
    body: content,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("access-control-allow-origin")).toBe(
    "https://shop.example",
  );
  return ((await response.json()) as { storageId: string }).storageId;
}

test("[FI13] upload, GET, HEAD and ranges work over HTTP, and an answered upload survives kill -9", async () => {
  const id = await upload("0123456789");
  const seen = await engine.run("files:row", { id });
  expect(seen).toMatchObject({ _id: id, size: 10, contentType: "text/plain" });
  await engine.kill();
  engine = await engine.restart();
  const url = String(await engine.run("files:url", { id }));
  const whole = await fetch(url);
  expect(await whole.text()).toBe("0123456789");
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  const head = await fetch(url, { method: "HEAD" });
  const found = [head.status, head.headers.get("content-length")];
  expect(found).toEqual([200, "10"]);
  const part = await fetch(url, { headers: { Range: "bytes=2-4" } });
  expect([part.status, await part.text()]).toEqual([206, "234"]);
  const copy = await engine.run("files:copy", { id });
  const copied = String(await engine.run("files:url", { id: copy }));
  expect(await (await fetch(copied)).text()).toBe("0123456789");
  await engine.run("files:remove", { id });
  expect((await fetch(url)).status).toBe(404);
  expect(await engine.run("files:url", { id })).toBeNull();
  expect((await fetch(`${engine.url}/api/storage/x`)).status).toBe(400);
  const unsealed = `${engine.url}/api/storage/upload?token=x`;
  expect((await fetch(unsealed, { method: "POST", body: "x" })).status).toBe(
    401,
  );
});
