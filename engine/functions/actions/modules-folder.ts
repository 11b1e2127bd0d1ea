/** Puts a bundle's modules where action workers can import them. Each bundle has a folder of its own, named after its code. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../../values/user-error.ts";
import { fingerprint, type Code } from "../bundle.ts";

/** Folders that this process has written. What an earlier one left may have been cut short by a loss of power. */
const written = new Set<string>();

/**
 * Writes the modules unless they are there.
 * @returns the folder as a file URL ending with a slash.
 * @throws UserError when a module's path leaves the folder.
 */
export function writeModules(root: string, bundle: Code): string {
  const folder = path.join(root, fingerprint(bundle));
  if (!written.has(folder)) {
    rmSync(folder, { recursive: true, force: true });
    write(folder, "package.json", '{"type":"module"}\n');
    for (const module of bundle.modules) {
      write(folder, module.path, module.source);
      if (module.sourceMap !== undefined)
        write(folder, `${module.path}.map`, module.sourceMap);
    }
    written.add(folder);
  }
  return `${pathToFileURL(folder).href}/`;
}

/** Removes the folders of other bundles. What is imported already stays imported. */
export function removeOtherModules(
  root: string,
  kept: ReadonlySet<string>,
): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    if (kept.has(name)) continue;
    const folder = path.join(root, name);
    written.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  if (!file.startsWith(folder + path.sep) || /[\0\\]/.test(name))
    throw new UserError(`Invalid module path: ${name}`);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
}
