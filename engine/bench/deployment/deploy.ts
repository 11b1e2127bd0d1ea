/** Deploys a copy of a project, changed by patches. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { DeployedBundle } from "../../functions/deployed/bundle.ts";
import { bundleFolder } from "../../tests/bundle.ts";
import { pushBundle } from "../../tests/push-bundle.ts";
import { postAsAdmin } from "./admin.ts";
import { ADMIN_KEY } from "./process.ts";
import { applyPatches, makeWorkFolder, type Patch } from "./work-folder.ts";

export type Project = {
  /** The `convex` folder to copy. */
  readonly source: string;
  /** Files to put beside its modules. They never become part of the product. */
  readonly extra?: readonly string[];
  readonly patches?: readonly Patch[];
};

/** @throws Error with the engine's answer when it refuses the push. */
export async function deploy(url: string, project: Project): Promise<void> {
  const root = makeWorkFolder("deploy");
  try {
    const convex = join(root, "convex");
    mkdirSync(convex);
    cpSync(project.source, convex, { recursive: true });
    for (const file of project.extra ?? [])
      cpSync(file, join(convex, basename(file)));
    applyPatches(convex, project.patches ?? []);
    await push(url, await bundleFolder(convex));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @throws Error with the engine's answer when it refuses the push. */
export async function push(url: string, bundle: DeployedBundle): Promise<void> {
  await pushBundle(ADMIN_KEY, bundle, (path, body) =>
    postAsAdmin(url + path, body),
  );
}
