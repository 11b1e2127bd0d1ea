import type * as files from "node:fs/promises";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { openTestEngine } from "../open-engine.ts";
import { ask, exportOf, perform, runImport, upload } from "./import-calls.ts";
import { newId } from "../../values/ids.ts";
import { line, zipOf } from "./wrong-files.ts";

// Test files share modules. These mocks must stay in this file.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
const MIB = 2 ** 20;
const FILE = newId(540);
/** Free bytes that the disk reports. */
let free = 1024 * MIB;

vi.mock("node:fs/promises", async (original: () => Promise<typeof files>) => ({
  ...(await original()),
  statfs: () => Promise.resolve({ bavail: free, bsize: 1 }),
}));

const FUNCTIONS = `import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
  export const add = mutation(async (ctx) => await ctx.db.insert("visits", {}));
  export const all = query(async (ctx) => (await ctx.db.query("visits").collect()).length);`;

test("[SN14] [SN21] [SN4] an upload, an import or an export that would take the last 256 MiB of the disk fails", async () => {
  const engine = await openTestEngine({ sources: { "app.ts": FUNCTIONS } });
  onTestFinished(() => engine.close());
  await engine.run("app:add");
  const rows = line(...Array.from({ length: 2000 }, (_, n) => ({ n })));
  const into = {
    format: "jsonLines",
    table: "visits",
    mode: "replace",
  } as const;
  const left = async () => [
    await readdir(join(engine.data, "imports"), { recursive: true }),
    await readdir(join(engine.data, "exports")),
  ];
  free = 256 * MIB + 10;
  await expect(upload(engine, rows, into)).rejects.toThrow("disk has room for");
  expect((await left())[0]).toHaveLength(1);
  free = 256 * MIB + rows.length * 1.5;
  expect(await runImport(engine, rows, into)).toMatchObject({
    error_message: expect.stringContaining("which has room for") as string,
  });

  free = 1024 * MIB;
  const { id } = await upload(engine, rows, into);
  free = 256 * MIB - 1;
  expect(await perform(engine, id)).toMatchObject({
    error_message: expect.stringContaining("no room for all") as string,
  });
  expect(await engine.run("app:all")).toBe(1);

  await expect(engine.admin("POST", "/api/export/request/zip")).rejects.toThrow(
    "The disk has no room for the export",
  );
  free = 256 * MIB + 100;
  await engine.admin("POST", "/api/export/request/zip");
  await vi.waitFor(async () =>
    expect(await ask(engine, "_system/cli/exports:getLatest")).toEqual({
      state: "failed",
      error_message: "The disk has no room for the export.",
    }),
  );
  expect((await left())[1]).toEqual([]);
  expect(engine.errors.join()).toContain("The disk has no room for the export");
  free = 256 * MIB + 4096;
  expect((await exportOf(engine)).length).toBeGreaterThan(100);
});

test("[FI14] an upload cannot take the last 256 MiB, and leaves nothing", async () => {
  const engine = await openTestEngine({
    sources: {
      "app.ts": `import { mutationGeneric as mutation } from "convex/server";
        export const url = mutation(async (ctx) => await ctx.storage.generateUploadUrl());`,
    },
  });
  onTestFinished(() => engine.close());
  free = 256 * MIB + 10_000;
  const url = String(await engine.run("app:url"));
  const body = "x".repeat(100_000);
  const refused = await fetch(url, { method: "POST", body });
  expect([refused.status, await refused.json()]).toEqual([
    507,
    { code: "DiskFull", message: "The disk has no room for the file." },
  ]);
  expect(await readdir(join(engine.data, "files"))).toEqual([]);
  free = 1024 * MIB;
  expect((await fetch(url, { method: "POST", body })).status).toBe(200);
});

test("[SN14] stored files of an import cannot take the last 256 MiB either", async () => {
  const engine = await openTestEngine({ sources: { "app.ts": FUNCTIONS } });
  onTestFinished(() => engine.close());
  const zip = zipOf({
    "_storage/documents.jsonl": line({ _id: FILE }),
    [`_storage/${FILE}`]: "x".repeat(100_000),
  });
  free = 1024 * MIB;
  const { id } = await upload(engine, zip);
  free = 256 * MIB + 10_000;
  expect(await perform(engine, id)).toMatchObject({
    error_message: expect.stringContaining("no room for all") as string,
  });
  await vi.waitFor(async () =>
    expect(await readdir(join(engine.data, "files"))).toEqual([]),
  );
});
