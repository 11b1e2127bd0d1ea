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
import { httpPlaces } from "../functions/bundle.ts";
import type { Functions } from "../functions/functions.ts";
import {
  isRouted,
  routeHttp,
  type FindPlace,
  type HttpRoute,
} from "../functions/http-routing.ts";
import { applyCrons } from "../scheduler/cron-job.ts";
import { CRON_JOBS } from "../scheduler/scheduler-tables.ts";
import { tableKey } from "../storage/catalog.ts";
import type { CatalogTarget, Store } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import { must, UserError } from "../values/user-error.ts";
import { componentDiffs, mountedBefore, rowOf } from "./deployment-diff.ts";
import { analyzeApp, type PushContents } from "./push-contents.ts";
import { DeployError } from "./deploy-error.ts";
import {
  collectSources,
  loadBundle,
  modulesOf,
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
import { diffLists, type PushDiff } from "./push-answers.ts";
import { parseSchema, type SchemaDefinition } from "./schema-definition.ts";
import type { SchemaChecks, SchemaFailure } from "./schema-check.ts";
import { catalogOf, type Schemas } from "./system-tables.ts";

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
  readonly components: Schemas["components"];
  analysis: Analysis | null;
  readonly http: FindPlace;
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

  /** Null before the first push. */
  get schemas(): Schemas | null {
    return this.#served;
  }

  /** Whether the deployed http router, or that of a component, has an action for such a request. */
  hasHttpAction(method: string, pathname: string): boolean {
    return (
      this.#served !== null && isRouted(this.#served.http, method, pathname)
    );
  }

  /** The route that answers such a request; null where there is none. */
  httpRouteOf(method: string, pathname: string): HttpRoute | null {
    if (this.#served === null) return null;
    return routeHttp(this.#served.http, method, pathname)?.route ?? null;
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
      schema: schemaOf(row),
      components: (row.components ?? []).map((component) => ({
        path: component.path,
        schema: schemaOf(component),
      })),
      auth: parseAuthConfig({ providers: row.auth }),
      analysis: null,
      http: httpPlaces(bundle),
    };
    try {
      await functions.load(bundle);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#trouble = `The deployed functions cannot be evaluated: ${error.message}`;
      logError("evaluating the deployed functions", error);
    }
  }

  /** Runs `work` while nothing else is deployed and the environment stays. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work);
  }

  /**
   * Replaces what is served. Documents written since `check` began are looked at in the same instant as the switch, and
   * mutations that began before it conflict with it, so none can commit what the new schema forbids.
   * @throws DeployError when such a document does not fit; the old functions are served again then.
   */
  replace(
    contents: PushContents,
    facts: Pick<DeploymentRow, "udfServerVersion" | "functions">,
    check: SchemaChecks | null,
  ): Promise<PushDiff> {
    return this.#inTurn(() => this.#replace(contents, facts, check));
  }

  async #replace(
    contents: PushContents,
    facts: Pick<DeploymentRow, "udfServerVersion" | "functions">,
    check: SchemaChecks | null,
  ): Promise<PushDiff> {
    const { database, store, functions } = this.#context;
    const before = this.#served;
    const mounted = mountedBefore(store.catalog);
    await store.changeCatalog(both(before, contents));
    await storeSources(database, store.catalog, modulesOf(contents.bundle));
    await functions.load(contents.bundle);
    const failure = check?.lookAtWritten() ?? null;
    if (failure !== null) {
      if (before !== null) await functions.load(before.bundle);
      throw schemaError(failure);
    }
    const diff = this.#switch(contents, rowOf(contents, facts), mounted);
    const { row } = this;
    this.#trouble = null;
    await database.whenDurable(database.lastTs);
    this.#announce();
    await store.changeCatalog(catalogOf(contents));
    await collectSources(database, store.catalog, must(row, "no deployment"));
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
      const { code, auth, analysis } = await analyzeApp(
        functions,
        this.#served.bundle,
        environment,
      );
      return { bundle: { ...this.#served.bundle, ...code }, auth, analysis };
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
  #switch(
    contents: PushContents,
    row: DeploymentRow,
    mounted: ReadonlySet<string>,
  ): PushDiff {
    const { database, store, now } = this.#context;
    const before = this.#served;
    const previous = this.row;
    const transaction = database.begin();
    writeDeployment(transaction, store.catalog, row);
    const table = must(store.catalog.table(CRON_JOBS), "no table of crons");
    const components = componentDiffs(
      { before, previous, contents, row, mounted },
      (path, crons) =>
        applyCrons(transaction, table.number, crons, now(), path),
    );
    const ts = database.commit(transaction);
    must(ts, "a synchronous transaction cannot conflict");
    this.#served = { ...contents, http: httpPlaces(contents.bundle) };
    return {
      auth: diffLists([...(previous?.auth ?? [])], [...row.auth]),
      components,
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

function schemaOf({
  schemaText,
}: Pick<DeploymentRow, "schemaText">): SchemaDefinition | null {
  return schemaText === null ? null : parseSchema(schemaText);
}

/** While the switch is under way both codes run: old indexes stay until it is done. */
function both(before: Schemas | null, after: Schemas): CatalogTarget {
  const merged = new Map(
    catalogOf(after).tables.map((table) => [tableKey(table), table]),
  );
  for (const old of catalogOf(before).tables) {
    const table = merged.get(tableKey(old));
    const kept = old.indexes.filter(
      ({ name }) => !table?.indexes.some((index) => index.name === name),
    );
    const indexes = [...(table?.indexes ?? []), ...kept];
    merged.set(tableKey(old), { ...old, indexes });
  }
  return { tables: [...merged.values()] };
}

function schemaError({ error }: SchemaFailure): DeployError {
  return new DeployError(
    "SchemaValidationFailed",
    `Hit an error while pushing:\n${error}`,
  );
}
