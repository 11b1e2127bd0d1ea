/** Evaluates the app and its components into a deployment. Nothing of it runs before it is complete. */
import { must, UserError } from "../../values/user-error.ts";
import { NamespaceTables } from "../../transactions/namespace-tables.ts";
import type { RealmEnvironment } from "../realm/set-up.ts";
import { TransactionRealm } from "../transaction-realm.ts";
import type { ActionPool } from "../actions/pool.ts";
import {
  registeredExports,
  type RegisteredExport,
} from "../analysis/exports.ts";
import {
  entryModules,
  httpPlaces,
  type Code,
  type DeployedBundle,
  type DeployedModule,
} from "./bundle.ts";
import { ExportsFile } from "./exports-file.ts";
import type { FindPlace } from "../http-routing.ts";
import { laterFunctions } from "./later-functions.ts";
import { LoadedDeployment, functionInfo } from "./loaded-deployment.ts";
import type { FunctionInfo } from "./function-info.ts";
import type { FunctionsOptions, ExecutionLimits } from "./functions.ts";
import type { CursorSeal } from "../queries/cursor.ts";
import { evaluateSchema } from "../analysis/evaluate-schema.ts";
import { ActiveSchema } from "./active-schema.ts";
import { environmentOf, variablesOf, type Variables } from "./variables.ts";
import { openPool } from "./open-pool.ts";
import { FunctionThrew, fullText } from "../thrown.ts";

export type LoadContext = {
  readonly options: FunctionsOptions;
  readonly limits: ExecutionLimits;
  readonly cursorSeal: CursorSeal;
  readonly logError: (what: string, error: unknown) => void;
  /** The environment of the realm's code; `env` is that of the new deployment. */
  readonly realmEnvironment: (
    env: Readonly<Record<string, string>>,
  ) => RealmEnvironment;
};

/**
 * @returns the app, which knows the components.
 * @throws UserError when a module cannot be evaluated.
 */
export async function loadDeployment(
  context: LoadContext,
  bundle: DeployedBundle,
): Promise<LoadedDeployment> {
  const env = environmentOf(context.options);
  const http = httpPlaces(bundle);
  const components = new Map<string, LoadedDeployment>();
  const load = async (component: string, code: Code, own: Variables) => {
    const parts = { component, components, code, env: own, http };
    const loaded = await loadCode(context, parts);
    components.set(component, loaded);
    return loaded;
  };
  try {
    for (const component of bundle.components ?? [])
      await load(component.path, component, variablesOf(component, env, http));
    return await load("", bundle, env);
  } catch (error) {
    await closePools(components.values());
    throw error;
  }
}

/** Ends the action workers of each. */
export async function closePools(
  codes: Iterable<LoadedDeployment>,
): Promise<void> {
  await Promise.all([...codes].map(({ pool }) => pool.close()));
}

async function loadCode(
  context: LoadContext,
  parts: {
    readonly component: string;
    readonly components: ReadonlyMap<string, LoadedDeployment>;
    readonly code: Code;
    readonly env: Variables;
    readonly http: FindPlace;
  },
): Promise<LoadedDeployment> {
  const { options, limits } = context;
  const { component, components, code: bundle, env, http } = parts;
  const realm = new TransactionRealm(
    bundle.modules.filter(({ environment }) => environment === "isolate"),
    context.realmEnvironment(env),
  );
  const pool = openPool(context, bundle, env);
  try {
    const { modulesFolder: root, secret } = options;
    const file = new ExportsFile(root, secret, bundle, env);
    const isolate =
      laterFunctions(realm, file.read()) ??
      (await isolateFunctions(realm, bundle, limits.importTime, file));
    const node = await nodeFunctions(pool, bundle);
    const schema = bundle.known
      ? bundle.known.schema
      : await evaluateSchema(bundle.schema, limits.importTime);
    return new LoadedDeployment({
      component,
      components,
      tables: new NamespaceTables(options.store.catalog, component),
      files: options.files(component),
      scheduler: options.scheduler,
      cursorSeal: context.cursorSeal,
      schema: new ActiveSchema(schema),
      realm,
      pool,
      functions: [...isolate, ...node],
      modules: bundle.modules,
      http,
    });
  } catch (error) {
    await pool.close();
    throw error;
  }
}

async function isolateFunctions(
  realm: TransactionRealm,
  bundle: Code,
  timeout: number,
  file: ExportsFile,
): Promise<FunctionInfo[]> {
  const found: FunctionInfo[] = [];
  const exports: Record<string, RegisteredExport[]> = {};
  const modules = entryModules(bundle, "isolate");
  await realm.evaluateTogether(
    modules.map(({ path }) => path),
    timeout,
  );
  for (const module of modules) {
    const { exports: namespace } = await evaluated(realm, module.path, timeout);
    const own: RegisteredExport[] = (exports[module.path] = []);
    for (const { target, ...registered } of registeredExports(
      module.path,
      namespace,
    )) {
      own.push(registered);
      found.push(functionInfo(module.path, registered, target));
    }
  }
  if (realm.canEvaluateNow(Object.keys(exports))) file.write(exports);
  return found;
}

/** @throws UserError `Failed to analyze …` with the module's error. */
export async function evaluated(
  realm: TransactionRealm,
  path: string,
  timeout: number,
): ReturnType<TransactionRealm["evaluate"]> {
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
  bundle: Code,
): Promise<FunctionInfo[]> {
  const modules = entryModules(bundle, "node");
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
 * Returns the exports of "use node" modules.
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
