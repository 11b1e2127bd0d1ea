/** Analyses everything in a push request. Changes nothing. */
import type { Code } from "../functions/deployed/bundle.ts";
import type { Functions } from "../functions/deployed/functions.ts";
import { httpRoutesOf } from "../functions/http-routing.ts";
import type { Store } from "../storage/storage-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { UserError } from "../values/user-error.ts";
import { DeployError, pushError } from "./deploy-error.ts";
import type { Deployment } from "./deployment.ts";
import { inMemory, loadBundle } from "./deployment-row.ts";
import { analyzeComponents, type PushedComponents } from "./push-components.ts";
import { analyzeApp, type PushContents } from "./push-contents.ts";
import type { StartPushRequest } from "./push-request.ts";

export type Pushed = {
  readonly contents: PushContents;
  readonly pushed: PushedComponents;
};

type PushContext = {
  readonly deployment: Deployment;
  readonly functions: Functions;
  readonly database: Database;
  readonly store: Store;
};

/** @throws DeployError with the backend's texts. */
export async function analyzePush(
  context: PushContext,
  request: StartPushRequest,
): Promise<Pushed> {
  const { deployment, functions } = context;
  const { environment } = deployment;
  const code = codeOf(context, request);
  await install(functions, request.packages);
  const { code: own, ...app } = await analyzeApp(functions, code, environment);
  const routes = httpRoutesOf(app.analysis);
  const pushed = await analyzeComponents(
    functions,
    request,
    environment,
    routes,
  );
  const { bundles, contents: components } = pushed;
  const prefix = pushed.app?.httpPrefix;
  const { mounts } = pushed.tree;
  const bundle = {
    ...own,
    http: { routes, mounts, ...(prefix === undefined ? {} : { prefix }) },
    ...(bundles.length > 0 && { components: bundles }),
  };
  const variables = pushed.app?.envVars ?? [];
  return { contents: { ...app, bundle, variables, components }, pushed };
}

/** The CLI sends only changed modules of the app; the rest comes from the deployment. */
function codeOf(
  { deployment, database, store }: PushContext,
  request: StartPushRequest,
): Code {
  const deployed = deployment.row?.modules ?? [];
  const entries = request.unchangedModules.map((module) => {
    const entry = deployed.find(
      ({ path, environment, hash }) =>
        path === module.path &&
        environment === module.environment &&
        hash === module.sha256,
    );
    if (entry === undefined)
      throw raced(`Module ${module.path} was changed by another push.`);
    return entry;
  });
  const unchanged = loadBundle(store, database, {
    modules: entries,
    schema: null,
    schemaText: null,
  }).modules.map(inMemory);
  return {
    modules: [...unchanged, ...request.changedModules],
    schema: request.schema,
    ...(request.packages.length > 0 && { packages: request.packages }),
  };
}

async function install(
  functions: Pick<Functions, "install">,
  packages: StartPushRequest["packages"],
): Promise<void> {
  if (packages.length === 0) return;
  try {
    await functions.install(packages);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new DeployError(
      "InvalidExternalModules",
      `Loading the pushed modules encountered the following error:\n${error.message}`,
      { cause: error },
    );
  }
}

/** Another push or another environment took effect first. */
export function raced(message: string): DeployError {
  return pushError("RaceDetected", message);
}
