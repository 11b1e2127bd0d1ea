/**
 * The engine as plain JavaScript: a few files built from its sources, so that no start strips types or opens hundreds
 * of files. Built again when a source changes. Development runs the sources themselves.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { run } from "./run.mjs";

/** The build's sources: `engine` without its packages, its build and its tests. */
const SOURCES = ["package-lock.json"];
const NOT_SOURCES = ["node_modules", "dist", "tests", "bench", "faults"];
/** How many older builds are kept. One may be running, and loads its threads on demand. */
const KEPT = 4;

/**
 * @param {string} root
 * @param {{command: string}} node
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the program, relative to root
 */
export async function buildEngine(root, node, say) {
  const parts = readdirSync(join(root, "engine"))
    .filter((name) => !NOT_SOURCES.includes(name))
    .map((name) => `engine/${name}`);
  const stamp = fingerprint(root, [...SOURCES, ...parts.sort()]);
  const engines = join("node_modules", ".cache", "launch", "engine");
  const folder = join(engines, stamp.slice(0, 16));
  const program = join(folder, "main.js");
  if (existsSync(join(root, program))) return program;
  say("Building the engine …");
  // Moved into place when it is complete, because another process may be building it.
  const made = join(root, `${folder}.${process.pid}`);
  const bundler = join(root, "engine", "build", "bundler.mjs");
  await run(node.command, [bundler, join(root, "engine"), made], { cwd: root });
  try {
    renameSync(made, join(root, folder));
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another start was faster. Its build is the same as ours.
    if (!["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
  }
  removeOld(join(root, engines));
  return program;
}

function removeOld(engines) {
  const byAge = readdirSync(engines)
    .map((name) => join(engines, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of byAge.slice(KEPT))
    rmSync(path, { recursive: true, force: true });
}
