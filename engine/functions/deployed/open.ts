/** Assembles the functions of a deployment: the step queue and its watchdog, the runner, and the deployed code. */
import { getHeapStatistics } from "node:v8";
import { httpPlaces, type Code, type DeployedBundle } from "./bundle.ts";
import { analyze } from "../analysis/analyze.ts";
import { evaluateDefinitions } from "../analysis/definitions.ts";
import { installPackages } from "../actions/external-packages.ts";
import { foldersOf, removeOtherModules } from "../actions/modules-folder.ts";
import type { LoadedDeployment } from "./loaded-deployment.ts";
import { digestAtOnce } from "../digest.ts";
import { currentExecution, Executor } from "../running/executor.ts";
import type {
  ExecutionLimits,
  Functions,
  FunctionsOptions,
} from "./functions.ts";
import { closePools, loadDeployment, type LoadContext } from "./load.ts";
import { runTestQuery } from "./test-query.ts";
import { environmentOf, variablesOf } from "./variables.ts";
import { StepQueue } from "../running/step-queue.ts";
import { CursorSeal } from "../queries/cursor.ts";
import { createRandom } from "../random.ts";
import { failRejected } from "../running/rejections.ts";
import { createRunner } from "../running/runner.ts";
import { deriveKey } from "../scrypt.ts";
import type { RealmEnvironment } from "../realm/set-up.ts";
import { VectorIndexes } from "../vectors/vector-indexes.ts";
import { Watchdog } from "../running/watchdog.ts";

const DEFAULT_LIMITS: ExecutionLimits = {
  userTime: 1000,
  waitTime: 15_000,
  // Garbage alone reaches 100 MiB before it is collected; a small heap must leave some room for others.
  stepMemory: Math.max(
    256 << 20,
    Math.min(512 << 20, getHeapStatistics().heap_size_limit / 4),
  ),
  importTime: 4000,
  actionTime: 600_000,
  workers: 2,
  patience: 250,
  actionMemory: 256 << 20,
};

/** Starts with nothing deployed: every call fails with the text for functions that do not exist. */
export function openFunctions(options: FunctionsOptions): Functions {
  // Functions run in UTC on every machine; this also holds for the workers.
  process.env["TZ"] = "UTC";
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const {
    database,
    store,
    showErrors = true,
    logError = console.error,
    onCall = () => undefined,
  } = options;
  const watchdog = new Watchdog({
    userTime: limits.userTime,
    stepTime: limits.userTime + limits.waitTime,
    stepMemory: limits.stepMemory,
  });
  const steps = new StepQueue(watchdog);
  const executor = new Executor(database, steps, watchdog, limits, logError);
  const context: LoadContext = {
    options,
    limits,
    logError,
    cursorSeal: new CursorSeal(options.secret),
    realmEnvironment: (env) => realmEnvironment(executor, env),
  };
  const stopListening = failRejected();
  const listeners = new Set<() => void>();
  let current: Loaded | null = null;
  const deployment = () => current?.code ?? null;
  const vectors = new VectorIndexes(store, database);
  const running = { database, executor, onCall, deployment };
  const runner = createRunner({
    ...running,
    vectors,
    store,
    showErrors,
    underWay: new Map(),
  });

  const become = (one: Loaded | null) => {
    current = one;
    vectors.clear();
    for (const listener of listeners) listener();
  };
  const prepare: Functions["prepare"] = async (bundle, deployed) => {
    const env = options.env(deployed);
    const own = { ...context, options: { ...options, env: () => env } };
    const next = { code: await loadDeployment(own, bundle), bundle };
    let before: Loaded | null = null;
    return {
      use() {
        before = current;
        become(next);
      },
      keep() {
        retire(before);
        // Actions that still run on the previous code may import more of it.
        const kept = [before, next].flatMap((one) =>
          codesOf(one).flatMap(foldersOf),
        );
        removeOtherModules(options.modulesFolder, new Set(kept));
        // The new code's workers hold this scope.
        before = null;
      },
      drop() {
        if (current === next) become(before);
        retire(next);
      },
    };
  };

  return {
    ...runner,
    prepare,
    async load(bundle) {
      const code = await prepare(bundle);
      code.use();
      code.keep();
    },
    analyze: (wanted, env = options.env()) =>
      analyze({ ...context, options: { ...options, env: () => env } }, wanted),
    async install(packages) {
      await installPackages(options.modulesFolder, packages);
    },
    evaluateDefinitions: (sources, env) =>
      evaluateDefinitions(
        sources,
        environmentOf({ ...options, env: () => env }),
        limits.importTime,
      ),
    runTestQuery(query) {
      const bundle = current?.bundle;
      const own = bundle?.components?.find(
        ({ path }) => path === query.component,
      );
      const app = environmentOf(options);
      const env =
        bundle && own ? variablesOf(own, app, httpPlaces(bundle)) : app;
      return runTestQuery(context, running, query, env);
    },
    onDeploy(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get actions() {
      const codes = deployment()?.components.values() ?? [];
      const pools = [...codes].map(({ pool }) => pool);
      return {
        running: sum(pools.map(({ running }) => running)),
        waiting: sum(pools.map(({ waiting }) => waiting)),
      };
    },
    async close() {
      stopListening();
      steps.close();
      await closePools(deployment()?.components.values() ?? []);
      await watchdog.close();
    },
  };
}

/** The deployed code, or the one before it. */
type Loaded = {
  readonly code: LoadedDeployment;
  readonly bundle: DeployedBundle;
};

/** The app and its components. */
function codesOf(loaded: Loaded | null): Code[] {
  return loaded === null
    ? []
    : [loaded.bundle, ...(loaded.bundle.components ?? [])];
}

/** Ends its workers when their tasks have ended. */
function retire(loaded: Loaded | null): void {
  for (const { pool } of loaded?.code.components.values() ?? []) pool.retire();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The environment of code in a deployment's realm: its execution's if one runs, else fixed values for evaluating
 * modules.
 */
function realmEnvironment(
  executor: Executor,
  env: Readonly<Record<string, string>>,
): RealmEnvironment {
  const importTime = Date.now();
  const importRandom = createRandom();
  return {
    now: () => currentExecution()?.call.now ?? importTime,
    random: () => currentExecution()?.call.random() ?? importRandom(),
    env: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    log: (level, messages) => currentExecution()?.call.log.add(level, messages),
    time: (...step) => currentExecution()?.call.log.time(...step),
    syscall: (operation, args) => executor.syscall(operation, args),
    asyncSyscall: (operation, args, resolve, reject) =>
      executor.asyncSyscall(operation, args, resolve, reject),
    wait: (begin, resolve, reject) => executor.wait(begin, resolve, reject),
    unavailable: (description) =>
      currentExecution() === undefined
        ? `${description} unsupported at import time`
        : `Can't use ${description} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
    randomRefused: () =>
      currentExecution() === undefined
        ? "Cannot use cryptographic randomness at import time"
        : null,
    digest: (algorithm, data) =>
      currentExecution() === undefined ? null : digestAtOnce(algorithm, data),
    scrypt: deriveKey,
  };
}
