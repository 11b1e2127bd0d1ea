/** Builds the web client when its sources have changed. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  fingerprint,
  readStamp,
  writeStamp,
} from "../engine/build/fingerprint.mjs";
import { run } from "../engine/build/run.mjs";

/** The client's sources. The functions' folder is included for its generated API and shared rules. */
const SOURCES = [
  "index.html",
  "build",
  "src",
  "public",
  "convex",
  "vite.config.ts",
  "tsconfig.json",
  "package-lock.json",
  ".env",
  ".env.local",
  ".env.production",
];

/**
 * Vite's variables about the server: with a plan without payment, pages are built without prices.
 * @param {{PLAN_WITHOUT_PAYMENT: string | null}} signUp
 */
export function clientEnv(signUp) {
  const isFree = signUp.PLAN_WITHOUT_PAYMENT !== null;
  return { VITE_WITHOUT_PAYMENT: isFree ? "1" : "" };
}

/**
 * @param {string} root
 * @param {{command: string}} node
 * @param {(line: string) => void} say
 * @param {{PLAN_WITHOUT_PAYMENT: string | null}} signUp
 * @returns {Promise<string | null>} the folder to serve, null when the project has no client
 */
export async function buildClient(root, node, say, signUp) {
  if (!existsSync(join(root, "index.html"))) return null;
  // One folder per kind, because a server of the other kind may be serving its own.
  const isFree = signUp.PLAN_WITHOUT_PAYMENT !== null;
  const name = isFree ? "dist-without-prices" : "dist";
  const folder = join(root, name);
  // Beside the packages, not in the served folder.
  const cache = join(root, "node_modules", ".cache", "launch");
  const stampFile = join(cache, name);
  const stamp = fingerprint(root, SOURCES);
  if (existsSync(join(folder, "index.html")) && readStamp(stampFile) === stamp)
    return folder;
  say("Building the web client …");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  // Moved into place when it is complete, because another process may be serving or building it.
  const made = join(cache, `${name}.${process.pid}`);
  const args = ["build", "--logLevel", "warn", "--outDir", made];
  await run(node.command, [vite, ...args, "--emptyOutDir"], {
    cwd: root,
    env: { ...process.env, ...clientEnv(signUp) },
  });
  putInPlace(made, folder);
  writeStamp(stampFile, stamp);
  return folder;
}

/** The served folder is missing only for a moment: it is moved first and removed afterwards. */
function putInPlace(made, folder) {
  const last = `${made}.last`;
  let isThere = false;
  while (!isThere) {
    move(folder, last, ["ENOENT"]);
    // Another start was faster. Its build is the same as ours.
    isThere = move(made, folder, ["ENOTEMPTY", "EEXIST"]);
    rmSync(last, { recursive: true, force: true });
  }
}

/** @returns false for one of the `expected` error codes */
function move(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!expected.includes(error.code)) throw error;
    return false;
  }
}
