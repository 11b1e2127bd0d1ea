/** The engine as `npm start` runs it: JavaScript, built when its sources have changed. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildEngine } from "../../engine/build/program.mjs";

const PROJECT = resolve(import.meta.dirname, "../..");

/** A copy of the engine with this repository's packages and its own cache. */
function copy(): string {
  const root = mkdtempSync(join(tmpdir(), "engine-program-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const part of ["engine", "launch"])
    cpSync(join(PROJECT, part), join(root, part), { recursive: true });
  const packages = join(root, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(PROJECT, "node_modules")))
    if (!name.startsWith("."))
      symlinkSync(join(PROJECT, "node_modules", name), join(packages, name));
  return root;
}

test("[LA19] the engine is built only when its sources have changed, and its errors name the sources", async () => {
  const root = copy();
  const said: string[] = [];
  const build = () =>
    buildEngine(root, { command: process.execPath }, (line) => said.push(line));
  const program = await build();
  expect(await build()).toBe(program);
  expect(said).toEqual(["Building the engine …"]);

  const file = join(root, "engine", "data-folder.ts");
  const source = readFileSync(file, "utf8");
  const changed = source.replace(
    /(export function openDataFolder\([^{]*\{)/,
    '$1\n  throw new Error("on purpose");\n',
  );
  expect(changed).not.toBe(source);
  writeFileSync(file, changed);
  const line =
    changed.split("\n").findIndex((text) => text.includes("on purpose")) + 1;
  const next = await build();
  expect(next).not.toBe(program);
  const started = spawnSync(
    process.execPath,
    [
      ...["--experimental-vm-modules", join(root, next)],
      ...["--data", join(root, "data"), "--admin-key", "0123456789abcdef"],
    ],
    { encoding: "utf8" },
  );
  expect(started.stderr).toContain("on purpose");
  expect(started.stderr).toContain(`engine/data-folder.ts:${line}:`);
});
