/**
 * Writes a bundle's modules where action workers can import them, into a folder named after the code. It is written for
 * the first action, so that a start does not wait for it.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { UserError } from "../../values/user-error.ts";
import {
  fingerprint,
  type Code,
  type DeployedModule,
} from "../deployed/bundle.ts";
import { installPackages, packagesName } from "./external-packages.ts";

/** Modules written concurrently: their texts are in memory then. */
const AT_ONCE = 16;

/**
 * Folders that this process writes or has written. Folders of an earlier process may be incomplete after a power
 * failure.
 */
const written = new Map<string, Promise<void>>();

/** The folder of a bundle as a file URL ending with a slash; it may not exist yet. */
export function modulesFolder(root: string, bundle: Code): string {
  return `${pathToFileURL(path.join(root, fingerprint(bundle))).href}/`;
}

/**
 * Writes the modules once, and installs their packages.
 * @throws UserError when a module's path leaves the folder, or packages cannot be installed
 */
export function writeModules(root: string, bundle: Code): Promise<void> {
  const folder = path.join(root, fingerprint(bundle));
  let writing = written.get(folder);
  if (writing === undefined) {
    writing = writeAll(root, folder, bundle);
    written.set(folder, writing);
    // The next call retries after a failure.
    writing.catch(() => written.delete(folder));
  }
  return writing;
}

async function writeAll(
  root: string,
  folder: string,
  bundle: Code,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await write(folder, "package.json", PACKAGE);
  await write(folder, "not-node.mjs", NOT_NODE);
  if (bundle.packages !== undefined) {
    const packages = await installPackages(root, bundle.packages);
    const modules = path.join(packages, "node_modules");
    await symlink(modules, path.join(folder, "node_modules"), "junction");
  }
  for (let at = 0; at < bundle.modules.length; at += AT_ONCE)
    await Promise.all(
      bundle.modules
        .slice(at, at + AT_ONCE)
        .map((module) => writeModule(folder, module)),
    );
}

async function writeModule(
  folder: string,
  { path: name, source, sourceMap, environment }: DeployedModule,
): Promise<void> {
  const isNode = environment === "node";
  await write(folder, name, isNode ? source : withoutNode(source));
  if (sourceMap !== undefined) await write(folder, `${name}.map`, sourceMap);
}

const PACKAGE = `{"type":"module","imports":{"#not-node":"./not-node.mjs"}}\n`;
/** Replaces Node's globals in modules of the default runtime, where Convex does not have them. */
const NOT_NODE = `export const Buffer = undefined, require = undefined;
export const process = { env: globalThis.process.env };
export const self = globalThis;
`;

/** Imports these names at the end of a module: line numbers stay, and Node's own code keeps its globals. */
function withoutNode(source: string): string {
  const imports = ["Buffer", "require", "process", "self"]
    .filter((name) => source.includes(name))
    .map((name) => `import { ${name} } from "#not-node";`)
    // A module that declares the name keeps its declaration.
    .filter((line) => compiles(`${source}\n${line}`));
  return [source, ...imports].join("\n");
}

function compiles(source: string): boolean {
  try {
    return Boolean(new vm.SourceTextModule(source));
  } catch {
    return false;
  }
}

/** Names of a bundle's folders. */
export function foldersOf(bundle: Code): string[] {
  const { packages } = bundle;
  const own = fingerprint(bundle);
  return packages === undefined ? [own] : [own, packagesName(packages)];
}

/** Removes the folders of other bundles and their cached exports (exports-file.ts). Imported modules stay loaded. */
export function removeOtherModules(
  root: string,
  kept: ReadonlySet<string>,
): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    if (kept.has(path.parse(name).name)) continue;
    const folder = path.join(root, name);
    written.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(
  folder: string,
  name: string,
  text: string,
): Promise<void> {
  const file = path.join(folder, name);
  if (!file.startsWith(folder + path.sep) || /[\0\\]/.test(name))
    throw new UserError(`Invalid module path: ${name}`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
}
