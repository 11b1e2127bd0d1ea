/**
 * Packages that "use node" actions import and that are not in the bundle: `node.externalPackages` of convex.json. npm
 * installs the exact versions of the push, without scripts. The folder appears when it is complete. modules-folder.ts
 * decides which folders to keep.
 * Source: npm-packages/node-executor/src/build_deps.ts of get-convex/convex-backend.
 */
import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { formatSize } from "../../values/format-size.ts";
import { UserError } from "../../values/user-error.ts";
import type { ExternalPackage } from "../deployed/bundle.ts";

export type InstallLimits = {
  /** ms; below the five minutes after which the CLI gives up on a push */
  readonly time: number;
  /** Bytes of all packages together, unpacked; the default is Convex's own. */
  readonly size: number;
};

const LIMITS: InstallLimits = { time: 240_000, size: 240 << 20 };

/** How often the size is checked, ms. */
const WATCH_PERIOD = 1000;
/** Characters of npm's output that are passed on. */
const MAX_TEXT = 2000;

const NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i;
const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** Installations under way, by folder: pushes with the same packages share one. */
const installing = new Map<string, Promise<void>>();

/** Name of the packages' folder among those of modules. */
export function packagesName(packages: readonly ExternalPackage[]): string {
  const sorted = packages
    .map(({ name, version }) => `${name}@${version}`)
    .sort();
  const hash = createHash("sha256").update(JSON.stringify(sorted));
  return `packages-${hash.digest("hex").slice(0, 32)}`;
}

/**
 * Installs the packages unless they are there.
 * @param root folder of all bundles' modules
 * @returns the folder that has them in its `node_modules`
 * @throws UserError with npm's output
 */
export async function installPackages(
  root: string,
  packages: readonly ExternalPackage[],
  limits: InstallLimits = LIMITS,
): Promise<string> {
  const folder = path.join(root, packagesName(packages));
  let work = installing.get(folder);
  if (work === undefined) {
    work = install(root, folder, packages, limits).finally(() =>
      installing.delete(folder),
    );
    installing.set(folder, work);
  }
  await work;
  return folder;
}

async function install(
  root: string,
  folder: string,
  packages: readonly ExternalPackage[],
  limits: InstallLimits,
): Promise<void> {
  if (existsSync(folder)) return;
  for (const { name, version } of packages)
    if (!NAME.test(name) || !VERSION.test(version))
      throw new UserError(`Invalid external package: ${name}@${version}`);
  const draft = path.join(root, `installing-${randomUUID()}`);
  await mkdir(path.join(draft, "node_modules"), {
    recursive: true,
    mode: 0o700,
  });
  try {
    const dependencies = Object.fromEntries(
      packages.map(({ name, version }) => [name, version]),
    );
    const text = JSON.stringify({ private: true, dependencies });
    await writeFile(path.join(draft, "package.json"), text, { mode: 0o600 });
    await runNpm(draft, limits);
    await mustFit(draft, limits.size);
    await rm(cacheIn(draft), { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runNpm(
  folder: string,
  { time, size }: InstallLimits,
): Promise<void> {
  const ended = new AbortController();
  const child = spawn("npm", ["install", ...OPTIONS], {
    cwd: folder,
    env: environment(folder),
    stdio: ["ignore", "ignore", "pipe"],
    // Makes a process group, so that npm's children are killed with it.
    detached: true,
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MAX_TEXT * 4);
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const late = setTimeout(time, undefined, { signal: ended.signal }).then(
    () => {
      throw new UserError(
        `Installing external packages took longer than ${time / 1000} s`,
      );
    },
  );
  try {
    const outcome = exit.catch((cause: unknown) => {
      throw new UserError(
        `External packages are installed by npm, which cannot be started here: ${String(cause)}`,
      );
    });
    const watch = watchSize(folder, size, ended.signal);
    const code = await Promise.race([outcome, late, watch]);
    if (code !== 0) throw new UserError(failure(said));
  } finally {
    ended.abort();
    if (child.exitCode === null) kill(child.pid);
    // After this, nothing writes into the folder.
    await exit.catch(() => undefined);
  }
}

/** No scripts: installed code runs in actions only. */
const OPTIONS = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--omit=dev",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
  "--fetch-timeout=60000",
];

/** npm's cache is in the folder, so the size limit includes it. */
function cacheIn(folder: string): string {
  return path.join(folder, ".npm");
}

/** Keeps npm's settings of registries and proxies, and removes the engine's secrets. */
function environment(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("ENGINE_"),
  );
  const bin = path.dirname(process.execPath);
  return {
    ...Object.fromEntries(own),
    PATH: [bin, process.env["PATH"] ?? ""].join(path.delimiter),
    npm_config_cache: cacheIn(folder),
  };
}

function failure(said: string): string {
  const lines = said
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, "").trim())
    .filter((line) => line !== "" && !/complete log of this run/i.test(line));
  const isOffline =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(
      said,
    );
  const head = isOffline
    ? "The package registry cannot be reached"
    : "npm could not install the external packages";
  return `${head}:\n${lines.join("\n").slice(0, MAX_TEXT)}`;
}

/** Rejects as soon as the folder is too large. */
async function watchSize(
  folder: string,
  limit: number,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    await setTimeout(WATCH_PERIOD, undefined, { signal, ref: false });
    // The folder also holds the downloads.
    await mustFit(folder, limit * 2);
  }
}

async function mustFit(folder: string, limit: number): Promise<void> {
  if ((await sizeOf(folder)) > limit)
    throw new UserError(
      `External packages are larger than ${formatSize(limit)}`,
    );
}

/** Tolerates files that appear and disappear meanwhile. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    () => [],
  );
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) size += await sizeOf(file);
    else if (entry.isFile())
      size += await stat(file).then(
        (found) => found.size,
        () => 0,
      );
  }
  return size;
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
