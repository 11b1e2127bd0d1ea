/** Puts a bundle's modules where action workers can import them. Each bundle has a folder of its own, named after its code. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../../values/user-error.ts";
import { fingerprint, type DeployedBundle } from "../bundle.ts";

/**
 * Writes the modules unless they are there.
 * @returns the folder as a file URL ending with a slash.
 * @throws UserError when a module's path leaves the folder.
 */
export function writeModules(root: string, bundle: DeployedBundle): string {
  const folder = path.join(root, fingerprint(bundle));
  if (!existsSync(folder)) {
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    write(draft, "package.json", '{"type":"module"}\n');
    for (const module of bundle.modules) {
      write(draft, module.path, module.source);
      if (module.sourceMap !== undefined)
        write(draft, `${module.path}.map`, module.sourceMap);
    }
    // Whole or not at all: a crash in between must not leave half a bundle under its name.
    renameSync(draft, folder);
  }
  return `${pathToFileURL(folder).href}/`;
}

/** Removes the folders of other bundles. What is imported already stays imported. */
export function removeOtherModules(
  root: string,
  kept: ReadonlySet<string>,
): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root))
    if (!kept.has(name))
      rmSync(path.join(root, name), { recursive: true, force: true });
}

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  if (!file.startsWith(folder + path.sep) || /[\0\\]/.test(name))
    throw new UserError(`Invalid module path: ${name}`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
