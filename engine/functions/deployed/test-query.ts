/**
 * A query that an admin sends as code, never deployed: `npx convex run --inline-query`. It may import `query` and
 * `internalQuery`, and call deployed functions by name.
 * Source: `execute_standalone_module` in crates/application/src/lib.rs of get-convex/convex-backend.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../../values/user-error.ts";
import { NamespaceTables } from "../../transactions/namespace-tables.ts";
import { ActiveSchema } from "./active-schema.ts";
import { registeredExports } from "../analysis/exports.ts";
import type { DeployedModule } from "./bundle.ts";
import { outsideCall } from "../running/calls.ts";
import {
  endOfThrown,
  SUCCESS,
  watch,
  type CallWatcher,
} from "../running/finished-call.ts";
import type { QueryResult, TestQuery } from "../function-types.ts";
import type { LoadContext } from "./load.ts";
import { openPool } from "./open-pool.ts";
import { functionInfo, LoadedDeployment } from "./loaded-deployment.ts";
import { inComponent } from "../paths.ts";
import {
  queryResult,
  runQuery,
  type RunContext,
} from "../running/run-query.ts";
import { FunctionThrew, fullText } from "../thrown.ts";
import { TransactionRealm } from "../transaction-realm.ts";
import type { Variables } from "./variables.ts";

/** The code cannot run as a test query. `code` is the backend's name for the reason. */
export class TestQueryRefused extends UserError {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The module that the code may import, built on the npm convex installed with the engine. The library's name identifies
 * its frames, which are left out (realm/errors.ts).
 */
const WRAPPERS = "convex:/_system/repl/wrappers.js";
const LIBRARY = "_system/convex/src";

/**
 * @param running its deployment is what the code can call; null before the first deploy.
 * @param env the variables that it sees.
 * @throws TestQueryRefused when the module cannot be evaluated or does not export one query as its default.
 */
export async function runTestQuery(
  context: LoadContext,
  running: Omit<RunContext, "showErrors"> & { readonly onCall: CallWatcher },
  { component, module, args, caller }: TestQuery,
  env: Variables,
): Promise<QueryResult> {
  const { options, limits } = context;
  const realm = new TransactionRealm(
    [{ ...module, environment: "isolate" }, ...library()],
    context.realmEnvironment(env),
  );
  const info = await defaultQuery(realm, module.path, limits.importTime);
  const deployed = running.deployment()?.components ?? new Map<string, never>();
  const pool = openPool(context, { modules: [], schema: null }, env);
  const code = new LoadedDeployment({
    component,
    components: deployed,
    tables: new NamespaceTables(options.store.catalog, component),
    files: options.files(component),
    scheduler: options.scheduler,
    cursorSeal: context.cursorSeal,
    schema: deployed.get(component)?.schema ?? new ActiveSchema(null),
    realm,
    pool,
    functions: [info],
    modules: [{ path: module.path, environment: "isolate" }],
    http: () => undefined,
  });
  const path = `${module.path}:default`;
  const request = outsideCall(inComponent(component, path), args, caller);
  const ended = watch(running.onCall, "Query", request);
  // The call resolves to the test code; calls that this makes resolve to the deployed code.
  const deployment = () => ({ components: new Map([[component, code]]) });
  const shown = { ...running, deployment, showErrors: true };
  const run = await runQuery(shown, request, null);
  await running.database.whenDurable(run.ts);
  ended(
    "thrown" in run.end ? endOfThrown(run.end.thrown) : SUCCESS,
    run.logLines,
  );
  return queryResult(shown, request, run);
}

async function defaultQuery(
  realm: TransactionRealm,
  path: string,
  timeout: number,
) {
  const { exports } = await realm.evaluate(path, timeout).catch((error) => {
    if (!(error instanceof FunctionThrew)) throw error;
    throw new TestQueryRefused(
      "InvalidModules",
      `Could not analyze the given module:\n${fullText(error.thrown).trimEnd()}`,
    );
  });
  const exported = registeredExports(path, exports);
  if (exported.some(({ name }) => name !== "default"))
    throw new TestQueryRefused(
      "InvalidTestQuery",
      "Only `export default` is supported.",
    );
  const [found] = exported;
  if (found === undefined)
    throw new TestQueryRefused(
      "InvalidTestQuery",
      "Default export is not a Convex function.",
    );
  if (found.udfType !== "Query")
    throw new TestQueryRefused(
      "UnsupportedTestQuery",
      `${found.udfType}s are not supported in the REPL yet.`,
    );
  return functionInfo(path, found, found.target);
}

/** Sources are read when they are imported. */
function library(): DeployedModule[] {
  const folder = fileURLToPath(
    new URL("dist/esm/", import.meta.resolve("convex/package.json")),
  );
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return [
    {
      path: WRAPPERS,
      source: `export { queryGeneric as query, internalQueryGeneric as internalQuery } from "/${LIBRARY}/server/impl/registration_impl.js";`,
      environment: "isolate",
    },
    ...files
      .filter((file) => file.endsWith(".js"))
      .map((file): DeployedModule => ({
        path: `${LIBRARY}/${file.replaceAll("\\", "/")}`,
        get source() {
          return readFileSync(join(folder, file), "utf8");
        },
        environment: "isolate",
      })),
  ];
}
