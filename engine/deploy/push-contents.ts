/** Analyses the code of the app or a component for a push, or says why it cannot be deployed. Changes nothing. */
import { AuthError } from "../auth/auth-error.ts";
import { parseAuthConfig, type AuthProvider } from "../auth/providers.ts";
import type { Analysis } from "../functions/analysis/analysis-types.ts";
import { AuthConfigError } from "../functions/analysis/auth-config.ts";
import type {
  Code,
  DeployedBundle,
  KnownOfCode,
} from "../functions/deployed/bundle.ts";
import type { Functions } from "../functions/deployed/functions.ts";
import { httpRoutesOf } from "../functions/http-routing.ts";
import { parsePath } from "../functions/paths.ts";
import { parseCrons, type CronSpec } from "../scheduler/cron-schedule.ts";
import { UserError } from "../values/user-error.ts";
import type { DeclaredVariables } from "./declared-variables.ts";
import { pushError, type DeployError } from "./deploy-error.ts";
import type { Environment } from "./environment.ts";
import { parseSchema, type SchemaDefinition } from "./schema-definition.ts";

/** The analysed code of the app or a component. */
export type CodeContents = {
  /** Includes results of the analysis. */
  readonly code: Code;
  readonly analysis: Analysis;
  readonly schema: SchemaDefinition | null;
  readonly crons: readonly CronSpec[];
};

export type ComponentContents = CodeContents & {
  /** Names from the app down. */
  readonly path: string;
};

export type PushContents = Omit<CodeContents, "code"> & {
  readonly bundle: DeployedBundle;
  readonly auth: readonly AuthProvider[];
  /** By the app's definition. */
  readonly variables: DeclaredVariables;
  /** Children before parents. */
  readonly components: readonly ComponentContents[];
};

/** Analyses the app's own code. @throws DeployError with the backend's texts. */
export async function analyzeApp(
  functions: Pick<Functions, "analyze">,
  code: Code,
  environment: Environment,
): Promise<CodeContents & Pick<PushContents, "auth">> {
  const contents = await analyzeCode(functions, code, environment);
  const auth = providersOf(contents.analysis);
  return { ...contents, auth };
}

/**
 * @param environment the variables that the code sees at import.
 * @throws DeployError with the backend's texts.
 */
export async function analyzeCode(
  functions: Pick<Functions, "analyze">,
  code: Code,
  environment: Environment,
): Promise<CodeContents> {
  let analysis: Analysis;
  try {
    analysis = await functions.analyze(code, environment);
  } catch (error) {
    if (error instanceof AuthConfigError) throw authError(error);
    if (!(error instanceof UserError)) throw error;
    throw invalidModules(error.message, error);
  }
  return {
    code: {
      ...code,
      known: knownOf(code, analysis),
      http: { mounts: {}, ...code.http, routes: httpRoutesOf(analysis) },
    },
    analysis,
    schema: analysis.schema === null ? null : parseSchema(analysis.schema),
    crons: cronsOf(analysis),
  };
}

function knownOf(code: Code, analysis: Analysis): KnownOfCode {
  const node = code.modules.filter(({ environment }) => environment === "node");
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

function providersOf({ authConfig }: Analysis): AuthProvider[] {
  if (authConfig === null) return [];
  try {
    return parseAuthConfig(authConfig);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw authError(error);
  }
}

function authError(error: AuthConfigError | AuthError): DeployError {
  // The CLI reads the variable's name from the text.
  if (error.code === "AuthConfigMissingEnvironmentVariable")
    return pushError(error.code, error.message, error);
  return pushError(
    "InvalidAuthConfig",
    `The pushed auth config is invalid: ${error.message}`,
    error,
  );
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
