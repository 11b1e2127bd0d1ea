/**
 * Installs node_modules as package-lock.json says, and does nothing when they match. Plain JavaScript without packages:
 * it runs before there are any.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../engine/build/run.mjs";

/**
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 */
export async function install(root, say) {
  if (isInstalled(root)) return;
  say("Installing packages (only the first time, and after updates) …");
  // npm passes its own path when it starts us. Without it, npm from PATH is used.
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    if (npm !== undefined && /npm-cli\.c?js$/.test(npm))
      await run(process.execPath, [npm, ...args], { cwd: root });
    else await run("npm", args, { cwd: root, shell: true });
  } catch (error) {
    throw new Error(
      `The packages could not be installed. Check that this machine can reach npm's registry, then start again.\n${withoutTrace(error.message)}`,
      { cause: error },
    );
  }
}

/** npm's output without the indented stack trace that it adds when the network fails. */
function withoutTrace(words) {
  return words
    .split("\n")
    .filter((line) => !/^npm (error|ERR!)( {2}|\s*\}?$)/.test(line))
    .join("\n");
}

/**
 * Compares versions, not times: npm keeps its own list of what it installed. The list leaves out packages for other
 * systems, so an optional one may be missing.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const found = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (wanted === null || found === null) return wanted === found;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const installed = found[path];
    if (installed === undefined)
      return Boolean(entry.optional || entry.devOptional || entry.peer);
    return installed.version === entry.version;
  });
}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return null;
  }
}
