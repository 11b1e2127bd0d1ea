/** Evaluates a bundle into a deployment. Nothing of it runs before it is whole. */
import { must, UserError } from "../values/user-error.ts";
import type { RealmEnvironment } from "./transaction-realm.ts";
import { TransactionRealm } from "./transaction-realm.ts";
import { ActionPool } from "./actions/pool.ts";
import { modulesFolder, writeModules } from "./actions/modules-folder.ts";
import { registeredExports } from "./analysis/exports.ts";
import {
  isEntryModule,
  type DeployedBundle,
  type DeployedModule,
} from "./bundle.ts";
import { LoadedDeployment, functionInfo } from "./loaded-deployment.ts";
import type { FunctionInfo } from "./function-info.ts";
import type { FunctionsOptions, ExecutionLimits } from "./functions.ts";
import type { CursorSeal } from "./queries/cursor.ts";
import { evaluateSchema } from "./analysis/evaluate-schema.ts";
import { ActiveSchema } from "./active-schema.ts";
import { FunctionThrew, fullText, innerText, thrownOf } from "./thrown.ts";

export type LoadContext = {
  readonly options: FunctionsOptions;
  readonly limits: ExecutionLimits;
  readonly cursorSeal: CursorSeal;
  readonly logError: (what: string, error: unknown) => void;
  /** What the realm's code is given; `env` is that of the new deployment. */
  readonly realmEnvironment: (
    env: Readonly<Record<string, string>>,
  ) => RealmEnvironment;
};

/** @throws UserError when a module cannot be evaluated. */
export async function loadDeployment(
  context: LoadContext,
  bundle: DeployedBundle,
): Promise<LoadedDeployment> {
  const { options, limits } = context;
  const env = environmentOf(options);
  const realm = new TransactionRealm(
    bundle.modules.filter(({ environment }) => environment === "isolate"),
    context.realmEnvironment(env),
  );
  const pool = openPool(context, bundle, env);
  try {
    const isolate = await isolateFunctions(realm, bundle, limits.importTime);
    const node = await nodeFunctions(pool, bundle);
    const schema = bundle.known
      ? bundle.known.schema
      : await evaluateSchema(bundle.schema, limits.importTime);
    return new LoadedDeployment({
      catalog: options.store.catalog,
      files: options.files,
      scheduler: options.scheduler,
      cursorSeal: context.cursorSeal,
      schema: new ActiveSchema(schema),
      realm,
      pool,
      functions: [...isolate, ...node],
      modules: bundle.modules.map(({ path }) => path),
      description: options.deployment ?? { name: "local", class: "selfHosted" },
    });
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** The deployment's variables with the built-in ones. */
export function environmentOf({
  env,
  origins,
}: FunctionsOptions): Readonly<Record<string, string>> {
  return {
    ...env(),
    CONVEX_CLOUD_URL: origins.cloud,
    CONVEX_SITE_URL: origins.site,
  };
}

/** Workers start when the first task needs one. */
export function openPool(
  { options, limits, logError }: LoadContext,
  bundle: DeployedBundle,
  env: Readonly<Record<string, string>>,
): ActionPool {
  return new ActionPool({
    folder: modulesFolder(options.modulesFolder, bundle),
    writeModules: () => writeModules(options.modulesFolder, bundle),
    env,
    workers: limits.workers,
    taskTime: limits.actionTime,
    memory: limits.actionMemory,
    logError,
    failure: (error) => {
      try {
        const thrown = thrownOf(error);
        const { data } = thrown;
        return {
          ok: false,
          message: innerText(thrown),
          ...(data === undefined ? {} : { data: JSON.stringify(data) }),
        };
      } catch {
        logError("a call of an action failed", error);
        return { ok: false, message: "Internal server error" };
      }
    },
  });
}

async function isolateFunctions(
  realm: TransactionRealm,
  bundle: DeployedBundle,
  timeout: number,
): Promise<FunctionInfo[]> {
  const found: FunctionInfo[] = [];
  const modules = entries(bundle, "isolate");
  await realm.evaluateTogether(
    modules.map(({ path }) => path),
    timeout,
  );
  for (const module of modules) {
    const namespace = await evaluated(realm, module.path, timeout);
    for (const { target, ...registered } of registeredExports(
      module.path,
      namespace,
    ))
      found.push(functionInfo(module.path, registered, target));
  }
  return found;
}

/** @throws UserError `Failed to analyze …` with what the module threw. */
export async function evaluated(
  realm: TransactionRealm,
  path: string,
  timeout: number,
): Promise<Record<string, unknown>> {
  try {
    return await realm.evaluate(path, timeout);
  } catch (error) {
    if (!(error instanceof FunctionThrew)) throw error;
    throw new UserError(
      `Failed to analyze ${path}: ${fullText(error.thrown).trimEnd()}`,
    );
  }
}

async function nodeFunctions(
  pool: ActionPool,
  bundle: DeployedBundle,
): Promise<FunctionInfo[]> {
  const modules = entries(bundle, "node");
  const exports = bundle.known
    ? modules.map(({ path }) => ({
        module: path,
        functions: bundle.known?.nodeExports[path] ?? [],
      }))
    : await inspectNode(pool, modules);
  return exports.flatMap(({ module, functions }) =>
    functions.map((registered) => functionInfo(module, registered, null)),
  );
}

/**
 * What "use node" modules export.
 * @throws UserError `Failed to analyze …`, also when one defines a query or mutation.
 */
export async function inspectNode(
  pool: ActionPool,
  modules: readonly DeployedModule[],
) {
  const inspected = [];
  for (const { path } of modules) {
    const outcome = await pool.run({ kind: "inspect", modules: [path] }, () =>
      Promise.reject(new UserError("Syscalls are unsupported at import time")),
    );
    if (outcome.kind === "thrown")
      throw new UserError(
        `Failed to analyze ${path}: ${fullText(outcome.thrown).trimEnd()}`,
      );
    const [exports] = outcome.kind === "exports" ? outcome.exports : [];
    const { functions } = must(exports, `nothing was found out about ${path}`);
    const wrong = functions.find(({ udfType }) => udfType !== "Action");
    if (wrong !== undefined)
      throw new UserError(
        `${wrong.name} defined in ${path} is a ${wrong.udfType} function. Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
      );
    inspected.push({ module: path, functions });
  }
  return inspected;
}

export function entries(
  bundle: DeployedBundle,
  environment: DeployedModule["environment"],
): DeployedModule[] {
  return bundle.modules.filter(
    (module) => module.environment === environment && isEntryModule(module),
  );
}
