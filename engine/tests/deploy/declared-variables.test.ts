import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { type CliProject, openCliProject } from "./cli-project.ts";

const config = (env: string) => `
  import { defineApp } from "convex/server";
  import { v } from "convex/values";
  export default defineApp({ env: { ${env} } });`;
const STAGE = 'STAGE: v.optional(v.union(v.literal("dev"), v.literal("prod")))';

let engine: TestEngine;
let cli: CliProject;
beforeAll(async () => {
  engine = await openTestEngine({ variables: { HIDDEN: "h" } });
  cli = await openCliProject(engine, {
    "convex/convex.config.ts": config(
      `NAME: v.string(), HIDDEN: v.string(), ${STAGE}`,
    ),
  });
});
afterAll(async () => {
  await cli.close();
  await engine.close();
});
const set = (name: string, value: string | null) =>
  engine.admin("POST", "/api/v1/update_environment_variables", {
    changes: [{ name, value }],
  });

test("[DE55] a push whose declared variables are missing or wrong is refused, and so are such changes, also after a restart", async () => {
  expect((await cli.deploy()).err).toContain(
    "Environment variable NAME is declared as required in convex.config.ts but its value was not set.",
  );
  await set("NAME", "n");
  await set("STAGE", "x");
  expect((await cli.deploy()).err).toContain(
    "Environment variable STAGE does not match its declared validator: Value does not match validator.",
  );
  await set("STAGE", "dev");
  expect(await cli.deploy()).toMatchObject({ code: 0 });
  await engine.stop();
  engine = await engine.restart();
  const refusals = [
    await set("NAME", null).catch(String),
    await set("STAGE", "x").catch(String),
  ];
  expect(refusals).toEqual([
    expect.stringContaining(
      "Cannot delete required environment variables: NAME. These are declared as required in the app definition.",
    ),
    expect.stringContaining(
      "Environment variable STAGE does not match its declared validator: Value does not match validator.",
    ),
  ]);
  await set("STAGE", null);
  await set("HIDDEN", null);
});

test("[DE55] a variable that is declared as a number is refused", async () => {
  await cli.write("convex/convex.config.ts", config("SIZE: v.number()"));
  expect((await cli.deploy()).err).toContain(
    'Env var `SIZE` on the app has a non-string validator. Component env vars must be declared with `v.string()`, `v.literal("...")`, or a union of those.',
  );
});
