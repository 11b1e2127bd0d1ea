/**
 * Analyzes a bundle's exports: functions with their validators and positions, HTTP routes, crons, schema, auth
 * configuration. Evaluates everything in separate realms.
 * Source: crates/isolate/src/environment/analyze.rs of get-convex/convex-backend.
 */
import type { JsonValue } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import {
  entryModules,
  type Code,
  type DeployedModule,
} from "../deployed/bundle.ts";
import { evaluated, inspectNode, type LoadContext } from "../deployed/load.ts";
import { openPool } from "../deployed/open-pool.ts";
import { environmentOf } from "../deployed/variables.ts";
import { TransactionRealm } from "../transaction-realm.ts";
import { evaluateAuthConfig } from "./auth-config.ts";
import { closedEnvironment } from "./closed-environment.ts";
import { registeredExports } from "./exports.ts";
import { evaluateSchema } from "./evaluate-schema.ts";
import type {
  AnalyzedModule,
  AnalyzedRoute,
  Analysis,
  SourcePosition,
} from "./analysis-types.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

/** @throws UserError with a text for the developer. */
export async function analyze(
  context: LoadContext,
  bundle: Code,
): Promise<Analysis> {
  const { importTime } = context.limits;
  const env = environmentOf(context.options);
  const realm = new TransactionRealm(
    bundle.modules.filter(({ environment }) => environment === "isolate"),
    closedEnvironment({
      env: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    }),
  );
  const modules: Record<string, AnalyzedModule> = {};
  for (const { path } of entryModules(bundle, "isolate")) {
    const { exports } = await evaluated(realm, path, importTime);
    modules[path] = inRealm(realm, () => analyzeModule(realm, path, exports));
  }
  Object.assign(modules, await analyzeNode(context, bundle, env));
  const auth = bundle.modules.find(({ path }) => path === "auth.config.js");
  return {
    modules,
    schema: await evaluateSchema(bundle.schema, importTime),
    authConfig: auth ? await evaluateAuthConfig(auth, env, importTime) : null,
  };
}

async function analyzeNode(
  context: LoadContext,
  bundle: Code,
  env: Readonly<Record<string, string>>,
): Promise<Record<string, AnalyzedModule>> {
  const node: DeployedModule[] = entryModules(bundle, "node");
  if (node.length === 0) return {};
  const pool = openPool(context, bundle, env);
  try {
    const found = (await inspectNode(pool, node)).map(
      ({ module, functions }): [string, AnalyzedModule] => [
        module,
        {
          functions: functions.map(({ visibility, ...rest }) => ({
            ...rest,
            visibility: { kind: visibility },
            pos: null,
          })),
          httpRoutes: null,
          cronSpecs: null,
        },
      ],
    );
    return Object.fromEntries(found);
  } finally {
    await pool.close();
  }
}

function analyzeModule(
  realm: TransactionRealm,
  path: string,
  namespace: Readonly<Record<string, unknown>>,
): AnalyzedModule {
  const functions = registeredExports(path, namespace)
    .map(({ target, visibility, ...rest }) => ({
      ...rest,
      visibility: { kind: visibility },
      pos: positionIn(realm, path, (target as { _handler?: unknown })._handler),
    }))
    .sort(comparePositions);
  return {
    functions,
    httpRoutes: path === "http.js" ? routesOf(realm, path, namespace) : null,
    cronSpecs: path === "crons.js" ? cronsOf(namespace) : null,
  };
}

function routesOf(
  realm: TransactionRealm,
  path: string,
  { default: router }: Readonly<Record<string, unknown>>,
): AnalyzedRoute[] {
  if (router === undefined)
    throw new UserError(
      "`convex/http.js` must have a default export of a Router.",
    );
  const { isRouter, getRoutes } = (router ?? {}) as {
    isRouter?: unknown;
    getRoutes?: unknown;
  };
  if (isRouter !== true || typeof getRoutes !== "function")
    throw new UserError(
      "The default export of `convex/http.js` is not a Router.",
    );
  const routes = (
    getRoutes as () => [string, string, { _handler?: unknown }][]
  ).call(router);
  // Copied: what `map` returns is of the realm that its list is of, and would hold it.
  return [...routes]
    .map(([routePath, method, handler]) => {
      if (!METHODS.includes(method))
        throw new UserError(
          `The \`getRoutes()\` method of Router did not return the expected type. \`getRoutes()\` should be a function returning an array of entries of the form [path: string, method: string, handler: HttpAction] ('${method}' is not not a routable method (one of GET, POST, PUT, DELETE, PATCH, OPTIONS))`,
        );
      return {
        route: { path: routePath, method },
        pos: positionIn(realm, path, handler._handler),
      };
    })
    .sort(comparePositions);
}

function cronsOf({
  default: crons,
}: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  if (crons === undefined)
    throw new UserError(
      "`convex/crons.js` must have a default export of a Crons object.",
    );
  const { isCrons, export: method } = (crons ?? {}) as {
    isCrons?: unknown;
    export?: unknown;
  };
  if (isCrons !== true || typeof method !== "function")
    throw new UserError(
      "The default export of `convex/crons.js` is not a Crons object.",
    );
  const exported = (method as () => string).call(crons);
  return JSON.parse(exported) as Record<string, JsonValue>;
}

/** Reads exports; turns any error into one of the developer's code. @throws UserError */
function inRealm<T>(realm: TransactionRealm, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(realm.threw(error).thrown.message);
  }
}

/**
 * Where a handler is defined, if that is in the module itself.
 * V8 gives the position of a function only to debuggers. Searching the module for the function's text works as well,
 * since the bundler writes each function once.
 */
function positionIn(
  realm: TransactionRealm,
  module: string,
  handler: unknown,
): SourcePosition | null {
  if (typeof handler !== "function") return null;
  const source = realm.source(module);
  const at = source.indexOf(Function.prototype.toString.call(handler));
  if (at < 0) return null;
  const before = source.slice(0, at).split("\n");
  const line = before.length - 1;
  const column = before.at(-1)?.length ?? 0;
  const found = realm.original(module, line, column);
  return (
    found && { path: module, start_lineno: found.line, start_col: found.column }
  );
}

/** Source order; entries without a position come first. */
function comparePositions(
  a: { readonly pos: SourcePosition | null },
  b: { readonly pos: SourcePosition | null },
): number {
  if (a.pos === null || b.pos === null)
    return Number(a.pos !== null) - Number(b.pos !== null);
  return (
    a.pos.start_lineno - b.pos.start_lineno || a.pos.start_col - b.pos.start_col
  );
}
