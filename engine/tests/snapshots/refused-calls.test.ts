import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { ask, exportOf } from "./import-calls.ts";

const FUNCTIONS = `import { mutationGeneric as mutation } from "convex/server";
  export const add = mutation(async (ctx) => await ctx.db.insert("visits", { n: 0 }));`;
let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ sources: { "app.ts": FUNCTIONS } });
  await engine.run("app:add");
});
afterAll(() => engine.close());
const importsOf = async () =>
  await readdir(join(engine.data, "imports")).catch(() => []);

test.each([
  ["a caller without the admin key", {}, 403],
  ["a caller with another key", { Authorization: "Convex test|0123" }, 401],
])(
  "[DE29] %s gets no export and imports nothing",
  async (_who, credentials, status) => {
    await exportOf(engine);
    const exportBefore = await ask(engine, "_system/cli/exports:getLatest");
    const { start_ts: ts } = exportBefore as { start_ts: string };
    const call = async (method: string, path: string, body?: string) => {
      const response = await fetch(`${engine.url}/api/${path}`, {
        ...{ method, headers: credentials },
        ...(body !== undefined && { body }),
      });
      return [path, response.status];
    };
    for (const [method, path, body] of [
      ["POST", "export/request/zip"],
      ["GET", `export/zip/${ts}`],
      ["HEAD", `export/zip/${ts}`],
      ["POST", "import/start_upload"],
      ["POST", "import/upload_part?uploadToken=x&partNumber=1", "x"],
      ["POST", "import/finish_upload", "{}"],
      ["POST", "perform_import", "{}"],
    ] as const)
      expect(await call(method, path, body)).toEqual([path, status]);
    const seen = await ask(engine, "_system/cli/exports:getLatest");
    expect(seen).toEqual(exportBefore);
    const size = { tableName: "visits" };
    expect(await ask(engine, "_system/cli/tableSize", size)).toBe(1);
    expect(await importsOf()).toEqual([]);
  },
);

const CSV = { format: "csv", mode: "append" };

test.each<[code: string, given: unknown]>([
  ["BadJsonBody", null],
  ["BadJsonBody", 5],
  ["BadJsonBody", []],
  ["BadImport", { ...CSV, format: undefined }],
  ["BadImport", { ...CSV, format: "xml" }],
  ["BadImport", { ...CSV, format: ["csv"] }],
  ["BadImport", { ...CSV, mode: "all" }],
  ["InvalidName", { ...CSV, format: "zip", tableName: "visits" }],
  ["InvalidName", CSV],
  ["InvalidName", { ...CSV, tableName: 5 }],
  ["ImportInvalidName", { ...CSV, tableName: "no spaces" }],
  ["InvalidTableName", { ...CSV, tableName: "_storage" }],
  ["InvalidTableName", { ...CSV, tableName: "_x" }],
])("[SN11] an import is refused with %s: %j", async (code, given) => {
  const finish = engine.admin("POST", "/api/import/finish_upload", {
    ...{ import: given, uploadToken: "x", partTokens: [] },
  });
  await expect(finish).rejects.toThrow(`"code":"${code}"`);
});

test.each([null, 5, []])(
  "[HT5] %j is refused as the body of an import",
  (body) =>
    expect(engine.admin("POST", "/api/perform_import", body)).rejects.toThrow(
      '"code":"BadJsonBody"',
    ),
);

test("[SN11] an unknown import cannot be confirmed", () =>
  expect(
    engine.admin("POST", "/api/perform_import", { importId: "x" }),
  ).rejects.toThrow('"code":"ImportNotFound"'));

test.each([
  ["1", "ExportNotFound"],
  ["x", "BadSnapshotTimestamp"],
  ["9".repeat(20), "BadSnapshotTimestamp"],
])("[SN5] there is no export %s: %s", async (ts, code) => {
  const read = engine.admin("GET", `/api/export/zip/${ts}`);
  await expect(read).rejects.toThrow(`"code":"${code}"`);
});
