/** Deploys a copy of a project with the requests of the official CLI's push, without its start-up time. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { DeployedBundle } from "../../functions/deployed/bundle.ts";
import { bundleFolder } from "../../tests/bundle.ts";
import { postAsAdmin } from "./admin.ts";
import { ADMIN_KEY } from "./process.ts";
import { applyPatches, makeWorkFolder, type Patch } from "./work-folder.ts";

const SCHEMA_WITHIN_MS = 30_000;

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
  const common = { adminKey: ADMIN_KEY, dryRun: false };
  const startPush = (await postAsAdmin(`${url}/api/deploy2/start_push`, {
    ...common,
    functions: "convex/",
    appDefinition: {
      definition: null,
      dependencies: [],
      schema: bundle.schema,
      changedModules: bundle.modules,
      unchangedModuleHashes: [],
      udfServerVersion: "1.48.0",
    },
    componentDefinitions: [],
    nodeDependencies: [],
  })) as { schemaChange: unknown };
  const status = (await postAsAdmin(`${url}/api/deploy2/wait_for_schema`, {
    ...common,
    schemaChange: startPush.schemaChange,
    timeoutMs: SCHEMA_WITHIN_MS,
  })) as { type: string };
  if (status.type !== "complete") throw new Error(JSON.stringify(status));
  await postAsAdmin(`${url}/api/deploy2/finish_push`, { ...common, startPush });
}
