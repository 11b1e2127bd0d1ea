/** package.json and its lock: the installed packages are the tested ones, from any registry. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./tree.ts";

type Manifest = {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
type Locked = Partial<Manifest>;
type Lock = { packages: Record<string, Locked> };
const read = (file: string) => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as Manifest;
const lock = JSON.parse(read("package-lock.json")) as Lock;
const KINDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
] as const;

/** The folders in which Node looks for the dependencies of the package at `path`: its own, then those around it. */
function foldersAbove(path: string): string[] {
  const parts = path === "" ? [] : path.split("/node_modules/");
  return [
    ...parts.map(
      (_, at) => `${parts.slice(0, parts.length - at).join("/node_modules/")}/`,
    ),
    "",
  ];
}

test.each(KINDS)("%s are pinned to one version", (kind) => {
  const loose = Object.entries(manifest[kind]).filter(
    ([, version]) => !/^(npm:typescript@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

test.each(KINDS)("%s match the lock", (kind) => {
  expect(lock.packages[""]?.[kind]).toEqual(manifest[kind]);
});

test("no package is listed twice", () => {
  const names = KINDS.flatMap((kind) => Object.keys(manifest[kind]));
  expect(names.length).toBe(new Set(names).size);
});

test("the lock is complete, so that `npm ci` accepts it", () => {
  // `npm install` may write a lock without other platforms' binaries if the registry did not have them yet.
  const missing = Object.entries(lock.packages).flatMap(([path, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
      .filter(
        (name) =>
          !foldersAbove(path).some(
            (folder) => `${folder}node_modules/${name}` in lock.packages,
          ),
      )
      .map((name) => `${name}, wanted by ${path}`),
  );
  expect(missing).toEqual([]);
});

test("the lock names no host to download from", () => {
  expect(read("package-lock.json")).not.toMatch(/"resolved": "(?!engine")/);
  expect(read(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
  expect(read(".npmrc")).not.toMatch(/registry\s*=/);
});

const words = Object.entries(manifest.scripts).map(
  ([name, command]) => [name, command.split(" ")] as const,
);

test.each(words)("scripts: %s names a known program", (_name, command) => {
  const program = command.find((word) => !/^[A-Z_]+=/.test(word));
  expect(program).toBeDefined();
  expect(existsSync(join(root, "node_modules/.bin", String(program)))).toBe(
    true,
  );
});

test.each(words)("scripts: %s names files that exist", (_name, command) => {
  const named = command.filter((word) => /\.(mjs|ts|js)$/.test(word));
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
