/**
 * The functions of a deployment as the rest of the engine holds them: what `openFunctions` takes and returns.
 * Holds types only; open.ts builds it.
 */
import type { JsonObject } from "../values/json.ts";
import type { Store } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { Analysis } from "./analysis/analysis-types.ts";
import type { Definition, DefinitionSource } from "./analysis/definitions.ts";
import type { Code, DeployedBundle, ExternalPackage } from "./bundle.ts";
import type { CallWatcher } from "./finished-call.ts";
import type { FilesPort, SchedulerPort } from "./ports.ts";
import type {
  FunctionFailure,
  FunctionRunner,
  QueryResult,
  TestQuery,
  UdfType,
} from "./function-types.ts";

export type FunctionsOptions = {
  readonly database: Database;
  readonly store: Pick<
    Store,
    "catalog" | "answered" | "buildCatalog" | "get" | "scanIds"
  >;
  /** Of a component, by its path; "" is the app. */
  readonly files: (component: string) => FilesPort;
  readonly scheduler: SchedulerPort;
  /**
   * Environment variables that functions see, without the built-in ones. Read at each `prepare`.
   * @param deployed those of the deployment, where they are not yet what it has
   */
  readonly env: (
    deployed?: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>;
  /** Public origins, without a slash at the end: CONVEX_CLOUD_URL and CONVEX_SITE_URL. */
  readonly origins: { readonly cloud: string; readonly site: string };
  /** Where modules are written for the action workers; created when missing, cleaned at each `load`. */
  readonly modulesFolder: string;
  /** 32 bytes of this deployment: seals pagination cursors. Cursors are invalid when it changes. */
  readonly secret: Buffer;
  /** False in production: clients get neither error texts nor log lines, only ConvexError payloads. */
  readonly showErrors?: boolean;
  /** What `getDeploymentMetadata` tells. */
  readonly deployment?: { readonly name: string; readonly class: string };
  /** Faults of the engine itself and of workers; failures of user code are results. */
  readonly logError?: (what: string, error: unknown) => void;
  /** Hears of every call when it has ended. */
  readonly onCall?: CallWatcher;
  readonly limits?: Partial<ExecutionLimits>;
};

/** Times in ms. The defaults are the real backend's. */
export type ExecutionLimits = {
  /** User code of a query or mutation without a database call in between. */
  readonly userTime: number;
  /** A query or mutation while it waits for something asynchronous (cryptography). */
  readonly waitTime: number;
  /** By how much a query or mutation may make the engine's heap and buffers grow between two waits for the host, bytes. */
  readonly stepMemory: number;
  /** Evaluating the modules of a bundle, per module. */
  readonly importTime: number;
  readonly actionTime: number;
  /** Action workers of one deployment. */
  readonly workers: number;
  /** What the actions of one worker may hold outside its heap, bytes: buffers and Blobs. */
  readonly actionMemory: number;
};

/** Writes of the scheduler that belong to the transaction of a mutation it runs. */
export type AroundMutation = {
  /** Before the function. False: the job is no longer to be run; nothing is committed. */
  readonly before: (transaction: Transaction) => boolean;
  /** After it succeeded; whatever is written here commits or vanishes with the function's writes. */
  readonly after: (transaction: Transaction) => void;
};

/** Running functions on the engine's own behalf: without identity, internal ones included. */
export interface JobFunctions {
  /** Undefined when the deployment has no such function. */
  udfTypeOf(path: string): UdfType | undefined;
  /** Retried on conflicts until it commits; settles when that is durable. `scheduledId` is null for crons. */
  runMutation(
    path: string,
    args: JsonObject,
    scheduledId: string | null,
    around: AroundMutation,
  ): Promise<{ readonly ok: true } | FunctionFailure>;
  runAction(
    path: string,
    args: JsonObject,
    scheduledId: string | null,
  ): Promise<{ readonly ok: true } | FunctionFailure>;
}

/** Code that was evaluated and of which nothing runs yet. */
export interface PreparedCode {
  /** Makes it the one that runs, in this instant. What runs already ends on the old code. */
  use(): void;
  /** It stays in use: what only others needed is removed. */
  keep(): void;
  /** Gives it up; what was in use before it is again. */
  drop(): void;
}

export interface Functions extends FunctionRunner {
  /**
   * Evaluates a bundle; its tables and indexes must exist when it is used.
   * @param env variables of the deployment; those that it has when left out.
   * @throws UserError when a module cannot be evaluated.
   */
  prepare(
    bundle: DeployedBundle,
    env?: Readonly<Record<string, string>>,
  ): Promise<PreparedCode>;
  /** Evaluates a bundle and uses it from then on. @throws UserError as `prepare` (the old code stays). */
  load(bundle: DeployedBundle): Promise<void>;
  /**
   * Finds out what a bundle exports, in a place of its own.
   * @param env the variables it sees; those of the deployment when left out.
   * @throws UserError with the backend's text, e.g. `Failed to analyze messages.js: …`.
   */
  analyze(
    bundle: Code,
    env?: Readonly<Record<string, string>>,
  ): Promise<Analysis>;
  /**
   * Evaluates the definitions of the app and its components.
   * @returns by path.
   * @throws UserError with the backend's text.
   */
  evaluateDefinitions(
    sources: readonly DefinitionSource[],
    env: Readonly<Record<string, string>>,
  ): Promise<ReadonlyMap<string, Definition>>;
  /**
   * Installs packages that "use node" modules import. Those of the next `load` but one are removed again.
   * @throws UserError with what npm says.
   */
  install(packages: readonly ExternalPackage[]): Promise<void>;
  /** @throws TestQueryRefused when the code is none that can be run so. */
  runTestQuery(query: TestQuery): Promise<QueryResult>;
  readonly jobs: JobFunctions;
  /** Actions of what is deployed now, HTTP actions included: those under way, and of these the ones that wait for a thread. */
  readonly actions: { readonly running: number; readonly waiting: number };
  /** Fails what still runs and ends the workers. */
  close(): Promise<void>;
}
