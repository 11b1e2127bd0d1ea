/** The requests of the official CLI's push, without its start-up time. */
import type { DeployedBundle } from "../functions/deployed/bundle.ts";

/** @param post sends a body as administrator @throws Error with the engine's answer when it refuses the push */
export async function pushBundle(
  adminKey: string,
  bundle: DeployedBundle,
  post: (path: string, body: object) => Promise<unknown>,
): Promise<void> {
  const common = { adminKey, dryRun: false };
  const startPush = (await post("/api/deploy2/start_push", {
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
  for (;;) {
    const status = (await post("/api/deploy2/wait_for_schema", {
      ...common,
      schemaChange: startPush.schemaChange,
      timeoutMs: 10_000,
    })) as { type: string; error?: string };
    if (status.type === "complete") break;
    if (status.type !== "inProgress")
      throw new Error(status.error ?? status.type);
  }
  await post("/api/deploy2/finish_push", {
    ...common,
    startPush,
    message: null,
  });
}
