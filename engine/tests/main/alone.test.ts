import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  isSupported,
  NODE_FLAGS,
  OLDEST_NODE,
} from "../../preflight/supported-node.mjs";
import { openTestEngine } from "../open-engine.ts";

const REPOSITORY = resolve(import.meta.dirname, "../../..");
const OWN = ["node_modules", "dist"].map((name) =>
  join(REPOSITORY, "engine", name),
);

type Manifest = {
  readonly license?: string;
  readonly engines: { readonly node: string };
  readonly bin: { readonly "convex-engine": string };
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

const manifestOf = (folder: string) =>
  JSON.parse(fs.readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
const ours = manifestOf(REPOSITORY);
const its = manifestOf(join(REPOSITORY, "engine"));
const place = fs.mkdtempSync(join(tmpdir(), "engine-alone-"));
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

/** Packages as npm would install them for `folder`: only the declared ones. */
function install(folder: string, packages: Readonly<Record<string, string>>) {
  for (const name of Object.keys(packages)) {
    const link = join(folder, "node_modules", name);
    fs.mkdirSync(dirname(link), { recursive: true });
    fs.symlinkSync(join(REPOSITORY, "node_modules", name), link);
  }
}

test("[DE38] the package declares the repository's versions, its oldest Node and the same licence", () => {
  const known: Record<string, string> = {
    ...ours.dependencies,
    ...ours.devDependencies,
  };
  const declared = { ...its.dependencies, ...its.devDependencies };
  for (const [name, version] of Object.entries(declared))
    expect(known[name] ?? version).toBe(version);
  expect(its.engines.node).toBe(`>=${OLDEST_NODE}`);
  expect(isSupported(`v${OLDEST_NODE}.0`)).toBe(true);
  expect(its.license).toBe(ours.license);
});

test("[DE38] the engine built from its folder alone and installed as a package starts and takes a deploy", async () => {
  const sources = join(place, "sources");
  fs.cpSync(join(REPOSITORY, "engine"), sources, {
    recursive: true,
    filter: (path) => !OWN.includes(path),
  });
  install(sources, { ...its.dependencies, ...its.devDependencies });
  const compiler = join(sources, "node_modules", "typescript", "bin", "tsc");
  const build = spawnSync(
    process.execPath,
    [compiler, "-p", "tsconfig.build.json"],
    { cwd: sources, encoding: "utf8" },
  );
  expect(build.stdout).toBe("");

  const installed = join(place, "app", "node_modules", "convex-engine-node");
  for (const file of ["package.json", ...its.files])
    fs.cpSync(join(sources, file), join(installed, file), { recursive: true });
  install(installed, its.dependencies);
  const program = join(installed, its.bin["convex-engine"]);
  expect(fs.readFileSync(program, "utf8").split("\n")[0]).toBe(
    `#!/usr/bin/env -S node ${NODE_FLAGS.join(" ")}`,
  );

  const engine = await openTestEngine({
    mode: "child",
    program,
    sources: {
      "notes.ts": `
        import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
        export const add = mutation((ctx, { text }) => ctx.db.insert("notes", { text }));
        export const list = query(async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text));
        export const twice = action(async (ctx, { text }) => {
          for (const _ of "12") await ctx.runMutation("notes:add", { text });
        });`,
    },
  });
  await engine.run("notes:add", { text: "one" });
  await engine.run("notes:twice", { text: "two" });
  expect(await engine.run("notes:list")).toEqual(["one", "two", "two"]);
  expect(engine.errors).toEqual([]);
  await engine.close();
});
