/**
 * From a bundle to everything a push must know of it, or to the text why it cannot be deployed. Changes nothing.
 */
import { AuthError } from "../auth/auth-error.ts";
import { parseAuthConfig, type AuthProvider } from "../auth/providers.ts";
import type { Analysis } from "../functions/analysis/analysis-types.ts";
import type { DeployedBundle, KnownOfBundle } from "../functions/bundle.ts";
import type { Functions } from "../functions/functions.ts";
import { parsePath } from "../functions/paths.ts";
import { parseCrons, type CronSpec } from "../scheduler/cron-schedule.ts";
import { UserError } from "../values/user-error.ts";
import { DeployError } from "./deploy-error.ts";
import type { Environment } from "./environment.ts";
import { parseSchema, type SchemaDefinition } from "./schema-definition.ts";

export type PushContents = {
  readonly bundle: DeployedBundle;
  readonly analysis: Analysis;
  readonly schema: SchemaDefinition | null;
  readonly auth: readonly AuthProvider[];
  readonly crons: readonly CronSpec[];
};

/** @throws DeployError with the backend's texts. */
export async function analyzeBundle(
  functions: Pick<Functions, "analyze">,
  bundle: DeployedBundle,
  environment: Environment,
): Promise<PushContents> {
  let analysis: Analysis;
  try {
    analysis = await functions.analyze(bundle, environment);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw invalidModules(error.message, error);
  }
  return {
    bundle: { ...bundle, known: knownOf(bundle, analysis) },
    analysis,
    schema: analysis.schema === null ? null : parseSchema(analysis.schema),
    auth: providersOf(bundle, analysis, environment),
    crons: cronsOf(analysis),
  };
}

function knownOf(bundle: DeployedBundle, analysis: Analysis): KnownOfBundle {
  const node = bundle.modules.filter(
    ({ environment }) => environment === "node",
  );
  const nodeExports = node.map(({ path }) => {
    const functions = analysis.modules[path]?.functions ?? [];
    return [
      path,
      functions.map(({ pos: _, visibility: { kind }, ...rest }) => ({
        ...rest,
        visibility: kind,
      })),
    ] as const;
  });
  return {
    nodeExports: Object.fromEntries(nodeExports),
    schema: analysis.schema,
  };
}

function providersOf(
  bundle: DeployedBundle,
  { authConfig }: Analysis,
  environment: Environment,
): AuthProvider[] {
  if (authConfig === null) return [];
  try {
    return parseAuthConfig(authConfig);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    // A variable that is not set is the usual reason, and the CLI explains that one.
    const unset = unsetVariable(bundle, environment);
    if (unset !== null)
      throw new DeployError(
        "AuthConfigMissingEnvironmentVariable",
        `Hit an error while pushing:\nEnvironment variable ${unset} is used in auth config file but its value was not set`,
        { cause: error },
      );
    throw pushError(error.code, error.message, error);
  }
}

function unsetVariable(
  bundle: DeployedBundle,
  environment: Environment,
): string | null {
  const config = bundle.modules.find(({ path }) => path === "auth.config.js");
  for (const [, name = ""] of (config?.source ?? "").matchAll(
    /process\.env\.([A-Za-z_]\w*)/g,
  ))
    if (!name.startsWith("CONVEX_") && !Object.hasOwn(environment, name))
      return name;
  return null;
}

function cronsOf(analysis: Analysis): CronSpec[] {
  const exported = analysis.modules["crons.js"]?.cronSpecs ?? null;
  if (exported === null) return [];
  let crons: CronSpec[];
  try {
    crons = parseCrons(exported);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalidModules(`Failed to analyze crons.js: ${why}`, error);
  }
  for (const { identifier, path } of crons) {
    const { module, name } = parsePath(path);
    const target = analysis.modules[module]?.functions.find(
      (candidate) => candidate.name === name,
    );
    if (target === undefined)
      throw invalidModules(
        `The cron job '${identifier}' schedules a function that does not exist: ${module}:${name}`,
      );
    if (target.udfType === "Query")
      throw invalidModules(
        `The cron job '${identifier}' schedules a query function, only actions and mutations can be scheduled: ${module}:${name}`,
      );
  }
  return crons;
}

function invalidModules(why: string, cause?: unknown): DeployError {
  // The line break within the sentence is the backend's.
  return pushError(
    "InvalidModules",
    `Loading the pushed modules encountered the following\n    error:\n${why}`,
    cause,
  );
}

function pushError(code: string, why: string, cause?: unknown): DeployError {
  return new DeployError(code, `Hit an error while pushing:\n${why}`, {
    cause,
  });
}
