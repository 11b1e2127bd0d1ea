/** Work folders for changed copies of parts of this repository. The repository itself never changes. */
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

/** One replacement in a copied source file: `from` must occur exactly once. */
export type Patch = {
  /** Path below the copied folder. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
};

/** A temporary folder in which this repository's packages can be imported. The caller removes it. */
export function makeWorkFolder(purpose: string): string {
  const root = mkdtempSync(join(tmpdir(), `yourturn-${purpose}-`));
  symlinkSync(join(REPOSITORY, "node_modules"), join(root, "node_modules"));
  return root;
}

/** @throws Error when a patch does not fit exactly once. Its mutation test would then prove nothing. */
export function applyPatches(folder: string, patches: readonly Patch[]): void {
  for (const { file, from, to } of patches) {
    const path = join(folder, file);
    const parts = readFileSync(path, "utf8").split(from);
    if (parts.length !== 2)
      throw new Error(`${file}: ${parts.length - 1} places match ${from}`);
    writeFileSync(path, parts.join(to));
  }
}
