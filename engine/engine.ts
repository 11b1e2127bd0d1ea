/**
 * Wires one engine together: storage, transactions, functions, sockets, HTTP, scheduler, files, deploys. Only this file knows
 * folders that must not know each other. The command line is in main.ts.
 */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { choosePorts, listenFault, localOrigin } from "./addresses.ts";
import { archiveOf, follow } from "./archive.ts";
import { isAdminKey } from "./auth/admin-key.ts";
import { createVerifier } from "./auth/verifier.ts";
import type { EngineConfig } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { Deployment } from "./deploy/deployment.ts";
import { openDeploymentDatabase } from "./deploy/deployment-row.ts";
import { variablesOf } from "./deploy/environment.ts";
import { fileRoutes } from "./deploy/file-routes.ts";
import { LogStream } from "./deploy/log-stream.ts";
import { Pusher } from "./deploy/pusher.ts";
import { deployRoutes } from "./deploy/routes.ts";
import { importRoutes } from "./deploy/import-routes.ts";
import { snapshotRoutes } from "./deploy/snapshot-routes.ts";
import { systemQueries } from "./deploy/cli-queries.ts";
import { catalogOf } from "./deploy/system-tables.ts";
import { EXIT_CODES, Fault, type FaultKind } from "./fault.ts";
import { FileFolder } from "./files/disk.ts";
import { Files } from "./files/files.ts";
import { Sweeper } from "./files/sweeper.ts";
import type { FinishedCall } from "./functions/running/finished-call.ts";
import { openFunctions } from "./functions/deployed/open.ts";
import { strippedPath } from "./functions/paths.ts";
import { ClientFiles } from "./http/client-files.ts";
import { functionRoutes } from "./http/function-api.ts";
import { HttpServer } from "./http/http-server.ts";
import { infoRoutes } from "./http/info-routes.ts";
import { PageHeads } from "./http/page-heads.ts";
import { createCallLog } from "./log/call-log.ts";
import { createErrorLog } from "./log/error-log.ts";
import type { Log } from "./log/log.ts";
import { MemoryBudget } from "./memory/memory-budget.ts";
import { CallMetrics } from "./metrics/call-metrics.ts";
import { engineMetrics } from "./metrics/engine-metrics.ts";
import { EventLoopLag } from "./metrics/event-loop.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { SnapshotReader } from "./reactivity/snapshot-reader.ts";
import { ScheduledFunctionCleanUp } from "./scheduler/clean-up.ts";
import { systemClock } from "./scheduler/alarm.ts";
import { CronExecutor } from "./scheduler/cron-executor.ts";
import { ScheduledFunctionExecutor } from "./scheduler/scheduled-function-executor.ts";
import { createSchedulerPort } from "./scheduler/port.ts";
import type { Archiver } from "./snapshots/archive/archiver.ts";
import { Exporter } from "./snapshots/exporter.ts";
import { Importer } from "./snapshots/importer.ts";
import { troubleOf } from "./storage/damage.ts";
import { StorageError, type StorageFault } from "./storage/storage-error.ts";
import { openStore } from "./storage/store.ts";
import type { Store } from "./storage/storage-types.ts";
import type { Authenticator } from "./sync/callers.ts";
import { sameHostOr } from "./sync/origin.ts";
import { SyncServer } from "./sync/sync-server.ts";

export type Engine = {
  /** Where the API and the site are reached from this machine. */
  readonly url: string;
  readonly siteUrl: string;
  /** False until functions are pushed for the first time. */
  readonly deployed: boolean;
  /** Finishes running work within ten seconds, with everything on disk. */
  close(): Promise<void>;
};

export type EngineOptions = EngineConfig & {
  /** The program's own output, for the operator. */
  readonly log: Log;
  /** Called once, just before the first call may be answered. */
  readonly beforeListening?: () => void;
};

const UPLOAD_LIMIT = 1 << 30;
/** Time for running jobs when the engine stops, in ms. */
const STOP_GRACE = 8_000;
/** An issuer that does not answer within this time, in ms, counts as missing. */
const ISSUER_TIMEOUT = 10_000;

/**
 * Opens the data folder and serves it.
 * @throws Fault when it cannot; nothing stays open then.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const folder = openDataFolder(options.data);
  const archive = archiveOf(options, options.log);
  const store = openStoreOrFault(options.data, options.log, archive);
  const close = follow(store, archive);
  try {
    return await serve(options, folder, store, archive, close);
  } catch (error) {
    // A failure to close has the same cause: report the first error.
    await close().catch(() => undefined);
    throw faultOf(error);
  }
}

async function serve(
  options: EngineOptions,
  folder: ReturnType<typeof openDataFolder>,
  store: Store,
  archive: Archiver | null,
  closeStore: () => Promise<void>,
): Promise<Engine> {
  const { log, adminKey, host } = options;
  const logError = createErrorLog(log);
  const { catalog } = store;
  const now = Date.now;
  const report = (error: unknown) => logError("request failed", error);
  const ports = await choosePorts(options);
  const origins = {
    cloud: options.origin ?? localOrigin(host, ports.api),
    site: options.siteOrigin ?? localOrigin(host, ports.site),
  };

  const { lost } = store.found;
  if (lost !== null) log.write({ level: "error", message: lost, isOwn: true });
  store.damage.onFound((record) =>
    log.write({ level: "error", ...record, isOwn: true }),
  );
  await store.changeCatalog({ ...catalogOf(null), isPart: true });
  const database = openDeploymentDatabase(store);
  const fileFolder = new FileFolder(folder.files);
  await fileFolder.open();
  const sweeper = new Sweeper({
    database,
    catalog,
    folder: fileFolder,
    now,
    logError,
  });
  const files = new Files({
    database,
    catalog,
    folder: fileFolder,
    sweeper,
    secret: folder.secret,
    apiOrigin: origins.cloud,
    uploadLimit: UPLOAD_LIMIT,
    now,
  });
  const nameOf = ({
    udfType,
    path,
  }: Pick<FinishedCall, "udfType" | "path">) => {
    if (udfType !== "HttpAction")
      return functions.describe(path) ? strippedPath(path) : null;
    const [method = "", pathname = ""] = path.split(" ");
    const route = deployment.httpRouteOf(method, pathname);
    return route && `${route.method} ${route.path}`;
  };
  const calls = new CallMetrics(nameOf);
  const logs = new LogStream(now);
  const callLog = createCallLog(log, nameOf, options.redactErrors);
  const exporter = new Exporter({
    store,
    files: fileFolder,
    sweeper,
    folder: folder.exports,
    now,
    logError,
  });
  await exporter.open();
  const functions = openFunctions({
    database,
    store,
    files: (component) => files.of(component),
    scheduler: createSchedulerPort(catalog, now),
    env: (deployed = variablesOf(database, catalog)) => ({
      ...deployed,
      ...options.variables,
    }),
    origins,
    modulesFolder: folder.modules,
    secret: folder.secret,
    limits: { userTime: options.userTime },
    showErrors: !options.redactErrors,
    logError,
    onCall: (call) => {
      calls.count(call);
      callLog(call);
      logs.add(call);
    },
  });
  const askOwnSite = (url: string): Promise<Response> =>
    functions.runHttpAction(new Request(url), { kind: "anonymous" });
  const verifier = createVerifier({
    providers: () => deployment.providers,
    fetchUrl: (url) =>
      url.startsWith(`${origins.site}/`)
        ? askOwnSite(url)
        : fetch(url, { signal: AbortSignal.timeout(ISSUER_TIMEOUT) }),
    now,
  });
  const deployment = new Deployment({
    database,
    store,
    functions,
    unstored: options.variables,
    forgetKeys: () => verifier.forgetKeys(),
    now,
    logError,
  });
  const importer = new Importer({
    store,
    database,
    files: fileFolder,
    sweeper,
    deployment: {
      get schemas() {
        return deployment.schemas;
      },
      alone: (work) => deployment.alone(work),
    },
    folder: folder.imports,
    now,
    logError,
  });
  await importer.open();
  const authenticator: Authenticator = {
    verifyToken: verifier.verify,
    isAdminKey: (key) => isAdminKey(key, adminKey),
  };
  const queries = systemQueries({
    deployment,
    database,
    store,
    exporter,
    importer,
    origins,
  });
  const { limits, behindProxy, pageHeads, metricsKey } = options;
  const memory = new MemoryBudget(limits.memory);
  const allowOrigin = sameHostOr([origins.cloud, ...options.allowedOrigins]);
  const sync = new SyncServer({
    runner: functions,
    database,
    systemQueries: queries,
    authenticator,
    allowOrigin,
    limits,
    memory,
    catchUp: () => deployment.catchUp(),
    report,
  });
  const pusher = new Pusher({ deployment, functions, database, store });
  const heads =
    pageHeads === null
      ? null
      : new PageHeads({
          ask: (page) =>
            askOwnSite(
              `${origins.site}${pageHeads}?page=${encodeURIComponent(page)}`,
            ),
          report,
        });
  const jobs = {
    database,
    catalog,
    runner: functions.jobs,
    clock: systemClock,
    logError,
  };
  const scheduled = new ScheduledFunctionExecutor(jobs);
  const crons = new CronExecutor(jobs);
  const lag = new EventLoopLag();
  const version = versionOfConvex();
  const trouble = () =>
    store.fault?.message ?? troubleOf(store.damage) ?? deployment.trouble;
  const http = new HttpServer({
    host,
    port: ports.api,
    sitePort: ports.site,
    behindProxy,
    allowOrigin,
    memory,
    runner: functions,
    authenticator,
    siteOrigin: () => origins.site,
    hasHttpAction: (method, pathname) =>
      deployment.hasHttpAction(method, pathname),
    sync,
    client:
      options.client === null
        ? null
        : await ClientFiles.open(options.client, { heads }),
    report,
    routes: [
      ...infoRoutes({
        name: "engine",
        version,
        trouble,
        failing: () => crons.failing,
      }),
      metricsRoute({
        isKey: (key) =>
          isAdminKey(key, adminKey) ||
          (metricsKey !== null && isAdminKey(key, metricsKey)),
        text: engineMetrics({
          ...{ calls, lag, database, store, functions, scheduled, crons },
          ...{ sync, memory, folder: folder.path, trouble, version },
          archive: () => archive?.figures ?? null,
        }),
      }),
      ...functionRoutes({
        runner: functions,
        runTestQuery: (query) => functions.runTestQuery(query),
        reader: new SnapshotReader(
          { runner: functions, database, systemQueries: queries },
          sync.subscriptions,
        ),
        authenticator,
        behindProxy,
        limits,
      }),
      ...fileRoutes(files),
      ...snapshotRoutes(authenticator, exporter),
      ...importRoutes(authenticator, importer),
      ...deployRoutes({ authenticator, deployment, pusher, logs, origins }),
    ],
  });
  const background = [
    scheduled,
    crons,
    new ScheduledFunctionCleanUp(jobs),
    sweeper,
  ];
  try {
    await deployment.restore();
    await scheduled.recover();
    options.beforeListening?.();
    await listen(http, host);
  } catch (error) {
    await functions.close();
    throw error;
  }
  const startJobs = async () => {
    for (const worker of background) await worker.start();
  };
  if (deployment.trouble === null) await startJobs();
  else {
    // Jobs wait for functions that run: without them each job would fail for good.
    const stop = deployment.watch(() => {
      if (deployment.trouble !== null) return;
      stop();
      startJobs().catch(report);
    });
  }

  const close = async () => {
    // A push that fills an index would use up the time for closing.
    store.stopBuilding();
    logs.stop();
    lag.stop();
    await Promise.all([exporter.stop(), importer.stop()]);
    const jobsDone = Promise.all(background.map((worker) => worker.stop()));
    await Promise.all([
      http.stop(),
      Promise.race([jobsDone, setTimeout(STOP_GRACE, null, { ref: false })]),
    ]);
    await functions.close();
    await files.stop();
    await jobsDone;
    await closeStore();
  };
  let closed: Promise<void> | null = null;
  return {
    url: localOrigin(host, ports.api),
    siteUrl: localOrigin(host, ports.site),
    get deployed() {
      return deployment.row !== null;
    },
    close: () => (closed ??= close()),
  };
}

const FAULT_OF: Record<StorageFault, FaultKind> = {
  unsupported: "node",
  locked: "locked",
  foreign: "damaged",
  newer: "newer",
  damaged: "damaged",
  disk: "unwritable",
  unsynced: "unwritable",
  closed: "damaged",
};

function openStoreOrFault(
  data: string,
  log: Log,
  archive: Archiver | null,
): Store {
  // At once: nothing may be answered that may not be on disk. A supervisor restarts the process.
  const onUnknown = ({ message }: StorageError) => {
    const words = `${message} The engine stops.`;
    log.write({ level: "error", message: words, isOwn: true });
    process.exit(EXIT_CODES.unwritable);
  };
  try {
    const tell = (message: string) =>
      log.write({ level: "info", message, isOwn: true });
    const following = archive ? { follow: archive.follow } : {};
    return openStore({ folder: data, tell, onUnknown, ...following });
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return new Fault(FAULT_OF[error.fault], error.message, { cause: error });
}

async function listen(http: HttpServer, host: string): Promise<void> {
  try {
    await http.listen();
  } catch (cause) {
    await http.stop();
    throw listenFault(cause, host);
  }
}

/** Clients ask for it; the protocol is that of this version. */
function versionOfConvex(): string {
  const file = new URL(import.meta.resolve("convex/package.json"));
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string })
    .version;
}
