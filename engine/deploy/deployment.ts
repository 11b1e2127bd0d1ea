/**
 * What this engine serves: the deployed functions, their schema, crons and auth providers, and the environment.
 * Brings it back at start and changes it as a whole; how a push gets here is in pusher.ts.
 */
import {
  parseAuthConfig,
  serializeProvider,
  type AuthProvider,
} from "../auth/providers.ts";
import type { Analysis } from "../functions/analysis/analysis-types.ts";
import type { Functions } from "../functions/functions.ts";
import { applyCrons } from "../scheduler/cron-job.ts";
import { CRON_JOBS } from "../scheduler/scheduler-tables.ts";
import type { CatalogTarget, Store } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import { must, UserError } from "../values/user-error.ts";
import { analyzeBundle, type PushContents } from "./push-contents.ts";
import { DeployError } from "./deploy-error.ts";
import {
  collectSources,
  entryOf,
  loadBundle,
  readDeployment,
  storeSources,
  touchDeployment,
  writeDeployment,
  type DeploymentRow,
} from "./deployment-row.ts";
import {
  changeEnvironment,
  readEnvironment,
  type Environment,
  type EnvironmentChange,
} from "./environment.ts";
import {
  httpRoutesOf,
  isRouted,
  routeOf,
  type HttpRoute,
} from "./http-routes.ts";
import { diffLists, type PushDiff } from "./push-answers.ts";
import {
  diffIndexes,
  parseSchema,
  type SchemaDefinition,
} from "./schema-definition.ts";
import type { SchemaCheck, SchemaFailure } from "./schema-check.ts";
import { catalogOf } from "./system-tables.ts";

export type DeploymentContext = {
  readonly database: Database;
  readonly store: Store;
  readonly functions: Functions;
  /** The issuers or the environment changed: keys fetched before may be others now. */
  readonly forgetKeys: () => void;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

type Served = Pick<PushContents, "bundle" | "schema" | "auth"> & {
  analysis: Analysis | null;
  readonly httpRoutes: readonly HttpRoute[];
};

export class Deployment {
  readonly #context: DeploymentContext;
  #served: Served | null = null;
  #trouble: string | null = null;
  /** Pushes and changes of the environment take effect one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #watchers = new Set<() => void>();

  constructor(context: DeploymentContext) {
    this.#context = context;
  }

  /** Issuers whose tokens are accepted now. */
  get providers(): readonly AuthProvider[] {
    return this.#served?.auth ?? [];
  }

  get schema(): SchemaDefinition | null {
    return this.#served?.schema ?? null;
  }

  /** Whether the deployed http router has an action for such a request. */
  hasHttpAction(method: string, pathname: string): boolean {
    return isRouted(this.#served?.httpRoutes ?? [], method, pathname);
  }

  /** The route of the deployed http router that answers such a request. */
  httpRouteOf(method: string, pathname: string): HttpRoute | undefined {
    return routeOf(this.#served?.httpRoutes ?? [], method, pathname);
  }

  /** What the deployed functions are; null before the first push. After a restart it is found out when first asked for. */
  async analysis(): Promise<Analysis | null> {
    const served = this.#served;
    if (served === null) return null;
    served.analysis ??= await this.#context.functions.analyze(served.bundle);
    return served.analysis;
  }

  get row(): DeploymentRow | null {
    return this.#read(readDeployment);
  }

  get environment(): Environment {
    return this.#read(readEnvironment);
  }

  /** Called after each push and change of environment. Returns the way to stop. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  /** Why the functions do not run though some are deployed; null when all is well. A push or another environment mends it. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * Loads what was deployed when the engine stopped. Functions that cannot be evaluated, as a push checked that they can,
   * are a trouble and no reason not to start: it could not be mended then.
   */
  async restore(): Promise<void> {
    const { functions, store, database, logError } = this.#context;
    const row = this.row;
    if (row === null) return;
    const bundle = loadBundle(store, database, row);
    this.#served = {
      bundle,
      schema: row.schemaText === null ? null : parseSchema(row.schemaText),
      auth: parseAuthConfig({ providers: row.auth }),
      analysis: null,
      httpRoutes: row.httpRoutes ?? [],
    };
    try {
      await functions.load(bundle);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#trouble = `The deployed functions cannot be evaluated: ${error.message}`;
      logError("evaluating the deployed functions", error);
    }
  }

  /**
   * Replaces what is served. Documents written since `check` began are looked at in the same instant as the switch, and
   * mutations that began before it conflict with it, so none can commit what the new schema forbids.
   * @throws DeployError when such a document does not fit; the old functions are served again then.
   */
  replace(
    contents: PushContents,
    facts: Pick<DeploymentRow, "udfServerVersion" | "functions">,
    check: SchemaCheck | null,
  ): Promise<PushDiff> {
    return this.#inTurn(() => this.#replace(contents, facts, check));
  }

  async #replace(
    contents: PushContents,
    facts: Pick<DeploymentRow, "udfServerVersion" | "functions">,
    check: SchemaCheck | null,
  ): Promise<PushDiff> {
    const { database, store, functions } = this.#context;
    const before = this.#served;
    const { modules, schema } = contents.bundle;
    await store.changeCatalog(both(before?.schema ?? null, contents.schema));
    await storeSources(
      database,
      store.catalog,
      schema === null ? modules : [...modules, schema],
    );
    await functions.load(contents.bundle);
    const failure = check?.lookAtWritten() ?? null;
    if (failure !== null) {
      if (before !== null) await functions.load(before.bundle);
      throw schemaError(failure);
    }
    const row: DeploymentRow = {
      ...facts,
      modules: modules.map(entryOf),
      schema: schema && entryOf(schema),
      schemaText: contents.analysis.schema,
      nodeExports: must(contents.bundle.known, "not analysed").nodeExports,
      auth: contents.auth.map(serializeProvider),
      httpRoutes: httpRoutesOf(contents.analysis),
    };
    const diff = this.#switch(contents, row);
    this.#trouble = null;
    await database.whenDurable(database.lastTs);
    this.#announce();
    await store.changeCatalog(catalogOf(contents.schema));
    await collectSources(database, store.catalog, row);
    return diff;
  }

  /**
   * Changes environment variables and evaluates the functions and the auth providers anew with them.
   * @throws DeployError with the backend's texts, also when they could not be evaluated; nothing is changed then.
   */
  changeEnvironment(changes: readonly EnvironmentChange[]): Promise<void> {
    return this.#inTurn(() => this.#changeEnvironment(changes));
  }

  async #changeEnvironment(
    changes: readonly EnvironmentChange[],
  ): Promise<void> {
    const { database, store, functions } = this.#context;
    const { catalog } = store;
    const served = this.#served;
    const evaluated = await this.#evaluateWith(changes);
    const { ts } = await database.runMutation((transaction) => {
      changeEnvironment(transaction, catalog, changes);
      const row = readDeployment(transaction, catalog);
      if (row !== null && evaluated !== null) {
        const auth = evaluated.auth.map(serializeProvider);
        const { nodeExports } = must(evaluated.bundle.known, "not analysed");
        writeDeployment(transaction, catalog, { ...row, auth, nodeExports });
      } else touchDeployment(transaction, catalog);
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
    if (served !== null && evaluated !== null) {
      await functions.load(evaluated.bundle);
      this.#served = { ...served, ...evaluated };
      this.#trouble = null;
    }
    this.#announce();
  }

  /** What is served, as it would be after the changes. Null when nothing is, or when it cannot be evaluated as it is either. */
  async #evaluateWith(
    changes: readonly EnvironmentChange[],
  ): Promise<Pick<Served, "bundle" | "auth" | "analysis"> | null> {
    if (this.#served === null) return null;
    const { database, store, functions } = this.#context;
    const transaction = database.begin();
    changeEnvironment(transaction, store.catalog, changes);
    const environment = readEnvironment(transaction, store.catalog);
    database.abandon(transaction);
    try {
      const { bundle, auth, analysis } = await analyzeBundle(
        functions,
        this.#served.bundle,
        environment,
      );
      return { bundle, auth, analysis };
    } catch (error) {
      // Step by step out of a trouble: each change is as good as none.
      if (this.#trouble !== null) return null;
      throw error;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Synchronous from the first read to the commit: nothing can come between. */
  #switch(contents: PushContents, row: DeploymentRow): PushDiff {
    const { database, store, now } = this.#context;
    const before = this.#served;
    const previous = this.row;
    const transaction = database.begin();
    writeDeployment(transaction, store.catalog, row);
    const crons = applyCrons(
      transaction,
      must(store.catalog.table(CRON_JOBS), "no table of crons").number,
      contents.crons,
      now(),
    );
    const ts = database.commit(transaction);
    must(ts, "a synchronous transaction cannot conflict");
    this.#served = { ...contents, httpRoutes: row.httpRoutes ?? [] };
    const pathsOf = (of: DeploymentRow | null) =>
      (of?.modules ?? []).map(({ path }) => path);
    return {
      auth: diffLists([...(previous?.auth ?? [])], [...row.auth]),
      modules: diffLists(pathsOf(previous), pathsOf(row)),
      crons,
      indexes: diffIndexes(before?.schema ?? null, contents.schema),
    };
  }

  #announce(): void {
    this.#context.forgetKeys();
    for (const changed of this.#watchers) changed();
  }

  #read<T>(
    read: (transaction: Transaction, catalog: Store["catalog"]) => T,
  ): T {
    const { database, store } = this.#context;
    return read(database.begin(), store.catalog);
  }
}

/** While the switch is under way both codes run: old indexes stay until it is done. */
function both(
  before: SchemaDefinition | null,
  after: SchemaDefinition | null,
): CatalogTarget {
  const merged = new Map(
    catalogOf(after).tables.map((table) => [table.name, table]),
  );
  for (const old of catalogOf(before).tables) {
    const table = merged.get(old.name);
    const kept = old.indexes.filter(
      ({ name }) => !table?.indexes.some((index) => index.name === name),
    );
    const indexes = [...(table?.indexes ?? []), ...kept];
    merged.set(old.name, { ...old, indexes });
  }
  return { tables: [...merged.values()] };
}

function schemaError({ error }: SchemaFailure): DeployError {
  return new DeployError(
    "SchemaValidationFailed",
    `Hit an error while pushing:\n${error}`,
  );
}
