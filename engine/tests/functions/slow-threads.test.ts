import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ActionPool } from "../../functions/actions/pool.ts";

test("[FN27] a task for which every thread was too slow runs on the first that is ready", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "engine-threads-"));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(folder, "empty.js"), "export {};");
  const pool = new ActionPool({
    folder: `${pathToFileURL(folder).href}/`,
    writeModules: () => Promise.resolve(),
    env: {},
    workers: 1,
    taskTime: 60_000,
    memory: 1 << 28,
    patience: 1,
    failure: (error) => ({ ok: false, message: String(error) }),
    logError: () => undefined,
  });
  onTestFinished(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const outcome = await pool.run(
    { kind: "inspect", modules: ["empty.js"] },
    () => Promise.reject(new Error("asks for nothing")),
  );
  expect(outcome).toMatchObject({
    kind: "exports",
    exports: [{ module: "empty.js", functions: [] }],
  });
});
