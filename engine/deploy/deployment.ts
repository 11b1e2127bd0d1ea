/**
 * The deployment that this engine serves: functions, schema, crons, auth providers and environment. Restores it at
 * start and replaces it as a whole. Pushes are handled in pusher.ts.
 */
import {
  parseAuthConfig,
  serializeProvider,
  type AuthProvider,
} from "../auth/providers.ts";
import type { Analysis } from "../functions/analysis/analysis-types.ts";
import { httpPlaces } from "../functions/deployed/bundle.ts";
import type {
  Functions,
  PreparedCode,
} from "../functions/deployed/functions.ts";
import {
  isRouted,
  routeHttp,
  type FindPlace,
  type HttpRoute,
} from "../functions/http-routing.ts";
import { applyCrons } from "../scheduler/cron-job.ts";
import { CRON_JOBS } from "../scheduler/scheduler-tables.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { Store } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import { must, UserError } from "../values/user-error.ts";
import { componentDiffs, mountedBefore, rowOf } from "./deployment-diff.ts";
import { analyzeApp, type PushContents } from "./push-contents.ts";
import { checkChanges, checkPresent } from "./declared-variables.ts";
import { pushError, type DeployError } from "./deploy-error.ts";
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
  /** Variables that override stored ones. */
  readonly unstored: Environment;
  /** Called when issuers or environment changed: cached keys may be wrong. */
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

/** The next deployment and its code. */
type Next = { readonly code: PreparedCode; readonly served: Served };

/** Pause before a retry on a faulty disk, ms. */
const RETRY = 1000;

export class Deployment {
  readonly #context: DeploymentContext;
  #served: Served | null = null;
  #trouble: string | null = null;
  /** Pushes and changes of the environment take effect one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #watchers = new Set<() => void>();
  #pushes = 0;
  #isCaughtUp = false;
  #tidying: NodeJS.Timeout | undefined;

  constructor(context: DeploymentContext) {
    this.#context = context;
  }

  /** Issuers whose tokens are accepted. */
  get providers(): readonly AuthProvider[] {
    return this.#served?.auth ?? [];
  }

  /** Null before the first push. */
  get schemas(): Schemas | null {
    return this.#served;
  }

  /** Whether the deployed router, or a component's, has an action for the request. */
  hasHttpAction(method: string, pathname: string): boolean {
    return (
      this.#served !== null && isRouted(this.#served.http, method, pathname)
    );
  }

  /** The route for the request; null when there is none. */
  httpRouteOf(method: string, pathname: string): HttpRoute | null {
    if (this.#served === null) return null;
    return routeHttp(this.#served.http, method, pathname)?.route ?? null;
  }

  /** The deployed functions; null before the first push. After a restart it is computed on demand. */
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

  /** Pushes that came into force since the start. */
  get pushes(): number {
    return this.#pushes;
  }

  /** Calls back after each push and change of environment. Returns the function that stops it. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  /** Why the deployed functions do not run; null when all is well. A push or another environment can fix it. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * Loads the deployment at start. Functions that fail to evaluate, although the push checked them, do not prevent the
   * start; otherwise a push could not fix them.
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
    await this.#makeSystemTables(this.#served);
    store.showCatalog(catalogOf(this.#served));
    // In the background: unused indexes do no harm.
    void this.#inTurn(() => this.#dropIndexes());
    try {
      await functions.load(bundle);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#trouble = `The deployed functions cannot be evaluated: ${error.message}`;
      logError("evaluating the deployed functions", error);
    }
  }

  /** Creates tables of components that older engines lack. With a full disk they are created later. */
  async #makeSystemTables({ components }: Served): Promise<void> {
    const bare = components.map(({ path }) => ({ path, schema: null }));
    const target = catalogOf({ schema: null, components: bare });
    try {
      await this.#context.store.changeCatalog({ ...target, isPart: true });
    } catch (error) {
      if (!(error instanceof StorageError && error.fault === "disk"))
        throw error;
    }
  }

  /** Commits, although nothing changes. Once is enough: what clients saw of an earlier process is older. */
  catchUp(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    const { database, store, logError } = this.#context;
    const touch = async (transaction: Transaction) => {
      touchDeployment(transaction, store.catalog);
      return { value: null };
    };
    database.runMutation(touch).catch((error: unknown) => {
      this.#isCaughtUp = false;
      logError("catching up with clients", error);
    });
  }

  /** Runs `work` while deployment and environment cannot change. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work);
  }

  /**
   * Replaces the deployment. Builds indexes and evaluates modules next to the old ones, then switches at once.
   * The switch checks documents written since `check` began. Mutations that began before it conflict with it, so none
   * can commit documents that the new schema forbids. Once it is durable, it cannot fail.
   * @param verify throws when the push was overtaken; called when no other change can intervene.
   * @throws DeployError when such a document or a declared variable does not fit, StorageError when the disk refuses; nothing is changed then.
   */
  replace(
    contents: PushContents,
    facts: Pick<DeploymentRow, "udfServerVersion" | "functions">,
    check: SchemaChecks | null,
    verify: () => void,
  ): Promise<PushDiff> {
    return this.#inTurn(() => {
      verify();
      const { unstored } = this.#context;
      checkPresent(contents.variables, this.environment, unstored);
      return this.#replace(contents, rowOf(contents, facts), check);
    });
  }

  async #replace(
    contents: PushContents,
    row: DeploymentRow,
    check: SchemaChecks | null,
  ): Promise<PushDiff> {
    const { database, store, functions } = this.#context;
    const mounted = mountedBefore(store.catalog);
    const served = { ...contents, http: httpPlaces(contents.bundle) };
    try {
      await store.buildCatalog(catalogOf(contents));
      await storeSources(database, store.catalog, modulesOf(contents.bundle));
      const code = await functions.prepare(contents.bundle);
      const diff = await this.#switch({ code, served }, (transaction) => {
        const failure = check?.lookAtWritten() ?? null;
        if (failure !== null) throw schemaError(failure);
        return this.#write(transaction, contents, row, mounted);
      });
      this.#pushes++;
      return diff;
    } finally {
      // Leftovers of the old deployment, or of a failed push.
      await this.#tidy();
    }
  }

  /** @returns the changes of the push */
  #write(
    transaction: Transaction,
    contents: PushContents,
    row: DeploymentRow,
    mounted: ReadonlySet<string>,
  ): PushDiff {
    const { store, now } = this.#context;
    const previous = readDeployment(transaction, store.catalog);
    writeDeployment(transaction, store.catalog, row);
    const table = must(store.catalog.table(CRON_JOBS), "no table of crons");
    const components = componentDiffs(
      { before: this.#served, previous, contents, row, mounted },
      (path, crons) =>
        applyCrons(transaction, table.number, crons, now(), path),
    );
    return {
      auth: diffLists([...(previous?.auth ?? [])], [...row.auth]),
      components,
    };
  }

  /**
   * Changes environment variables, then evaluates functions and auth providers with them.
   * @throws DeployError with the backend's texts, also when they could not be evaluated; nothing is changed then.
   */
  changeEnvironment(changes: readonly EnvironmentChange[]): Promise<void> {
    return this.#inTurn(() => this.#changeEnvironment(changes));
  }

  async #changeEnvironment(
    changes: readonly EnvironmentChange[],
  ): Promise<void> {
    const { catalog } = this.#context.store;
    checkChanges(this.row?.variables ?? [], changes, this.#context.unstored);
    const next = await this.#evaluateWith(changes);
    await this.#switch(next, (transaction) => {
      changeEnvironment(transaction, catalog, changes);
      const row = readDeployment(transaction, catalog);
      if (row !== null && next !== null) {
        const auth = next.served.auth.map(serializeProvider);
        const { known } = next.served.bundle;
        const { nodeExports } = must(known, "not analysed");
        writeDeployment(transaction, catalog, { ...row, auth, nodeExports });
      } else touchDeployment(transaction, catalog);
    });
  }

  /**
   * Commits the writes of `write` and switches to their code at once: no call sees one without the other. When the disk
   * refuses the commit, both are rolled back.
   */
  async #switch<T>(
    next: Next | null,
    write: (transaction: Transaction) => T,
  ): Promise<T> {
    const { database, forgetKeys, logError } = this.#context;
    const before = { served: this.#served, trouble: this.#trouble };
    let isServed = false;
    let value: T;
    try {
      const committed = await database.atOnce(() => {
        const transaction = database.begin();
        let written: T;
        try {
          written = write(transaction);
        } catch (error) {
          database.abandon(transaction);
          throw error;
        }
        const ts = must(database.commit(transaction), "nothing conflicts");
        isServed = next !== null;
        if (next !== null) this.#serve(next.served, null);
        next?.code.use();
        return { written, ts };
      });
      await database.whenDurable(committed.ts);
      value = committed.written;
    } catch (error) {
      if (isServed) this.#serve(before.served, before.trouble);
      next?.code.drop();
      throw error;
    }
    for (const step of [() => next?.code.keep(), forgetKeys, ...this.#watchers])
      try {
        step();
      } catch (error) {
        logError("after a change of what is deployed", error);
      }
    return value;
  }

  #serve(served: Served | null, trouble: string | null): void {
    this.#served = served;
    this.#trouble = trouble;
    this.#context.store.showCatalog(catalogOf(served));
  }

  /** Removes unused indexes and sources. */
  async #tidy(): Promise<void> {
    await this.#dropIndexes();
    const { database, store, logError } = this.#context;
    try {
      await collectSources(database, store.catalog, this.row);
    } catch (error) {
      logError("removing sources", error);
    }
  }

  /** Retries until the disk accepts it. */
  async #dropIndexes(): Promise<void> {
    const { store, logError } = this.#context;
    clearTimeout(this.#tidying);
    try {
      await store.changeCatalog(catalogOf(this.#served));
    } catch (error) {
      const fault = error instanceof StorageError ? error.fault : null;
      if (fault === "closed") return;
      logError("dropping indexes", error);
      if (fault !== "disk") return;
      this.#tidying = setTimeout(
        () => void this.#inTurn(() => this.#dropIndexes()),
        RETRY,
      );
      this.#tidying.unref();
    }
  }

  /**
   * The deployment as it would be after the changes. Null when nothing is deployed, or when the current one cannot be
   * evaluated either.
   */
  async #evaluateWith(
    changes: readonly EnvironmentChange[],
  ): Promise<Next | null> {
    const served = this.#served;
    if (served === null) return null;
    const { database, store, functions } = this.#context;
    const transaction = database.begin();
    changeEnvironment(transaction, store.catalog, changes);
    const environment = readEnvironment(transaction, store.catalog);
    database.abandon(transaction);
    try {
      const { code, auth, analysis } = await analyzeApp(
        functions,
        served.bundle,
        environment,
      );
      const bundle = { ...served.bundle, ...code };
      return {
        code: await functions.prepare(bundle, environment),
        served: { ...served, bundle, auth, analysis },
      };
    } catch (error) {
      // The functions fail already: accept the change, because a fix may need several.
      if (this.#trouble !== null) return null;
      throw error;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #read<T>(
    read: (transaction: Transaction, catalog: Store["catalog"]) => T,
  ): T {
    const { database, store } = this.#context;
    return database.read((transaction) => read(transaction, store.catalog));
  }
}

function schemaOf({
  schemaText,
}: Pick<DeploymentRow, "schemaText">): SchemaDefinition | null {
  return schemaText === null ? null : parseSchema(schemaText);
}

function schemaError({ error }: SchemaFailure): DeployError {
  return pushError("SchemaValidationFailed", error);
}
