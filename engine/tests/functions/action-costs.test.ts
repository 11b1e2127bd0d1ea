import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DeployedBundle } from "../../functions/deployed/bundle.ts";
import { bundleSources } from "../bundle.ts";
import { openTestFunctions, PRELUDE } from "./open-functions.ts";

const SOURCES = {
  "acts.ts": `export const echo = action({ args: {}, handler: async () => "echo" });`,
};

/** The bundle, and how often the text of one of its modules was read. */
async function counted() {
  const bundle: DeployedBundle = await bundleSources(
    { "acts.ts": PRELUDE + SOURCES["acts.ts"] },
    path.resolve(import.meta.dirname, "../../.."),
  );
  let reads = 0;
  const modules = bundle.modules.map((module) => ({
    ...module,
    get source() {
      reads++;
      return module.source;
    },
  }));
  return { bundle: { ...bundle, modules }, reads: () => reads };
}

test("[FN47] a repeated action does not read its module's source again", async () => {
  const app = await openTestFunctions(SOURCES);
  onTestFinished(() => app.close());
  const { bundle, reads } = await counted();
  await app.functions.load(bundle);
  expect(await app.action("acts:echo")).toBe("echo");
  const before = reads();
  expect(before).toBeGreaterThan(0);
  for (let i = 0; i < 3; i++) await app.action("acts:echo");
  expect(reads()).toBe(before);
});
