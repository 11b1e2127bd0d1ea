/** What `openFunctions` takes and returns. Types only; open.ts builds it. */
import type { JsonObject } from "../../values/json.ts";
import type { Store } from "../../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../../transactions/transaction-types.ts";
import type { Analysis } from "../analysis/analysis-types.ts";
import type { Definition, DefinitionSource } from "../analysis/definitions.ts";
import type { Code, DeployedBundle, ExternalPackage } from "./bundle.ts";
import type { CallWatcher } from "../running/finished-call.ts";
import type { FilesPort, SchedulerPort } from "../ports.ts";
import type {
  FunctionFailure,
  FunctionRunner,
  QueryResult,
  TestQuery,
  UdfType,
} from "../function-types.ts";

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
   * @param deployed the deployment's variables, if they are not in force yet
   */
  readonly env: (
    deployed?: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>;
  /** Public origins, without a slash at the end: CONVEX_CLOUD_URL and CONVEX_SITE_URL. */
  readonly origins: { readonly cloud: string; readonly site: string };
  /** Where modules are written for the action workers; created when missing, cleaned at each `load`. */
  readonly modulesFolder: string;
  /** 32 bytes of this deployment that seal pagination cursors. Cursors are invalid when it changes. */
  readonly secret: Buffer;
  /** False in production: clients get neither error texts nor log lines, only ConvexError payloads. */
  readonly showErrors?: boolean;
  /** Receives faults of the engine and of workers; failures of user code are results. */
  readonly logError?: (what: string, error: unknown) => void;
  /** Receives every call when it has ended. */
  readonly onCall?: CallWatcher;
  readonly limits?: Partial<ExecutionLimits>;
};

/** Times in ms. The defaults are the Convex backend's. */
export type ExecutionLimits = {
  /** User code of a query or mutation without a database call in between. */
  readonly userTime: number;
  /** A query or mutation while it waits for something asynchronous (cryptography). */
  readonly waitTime: number;
  /** Bytes by which a query or mutation may grow the engine's heap and buffers between two waits for the host. */
  readonly stepMemory: number;
  /** Evaluating the modules of a bundle, per module. */
  readonly importTime: number;
  readonly actionTime: number;
  /** Action workers of one deployment. */
  readonly workers: number;
  /** A worker that does not begin an action for this long is busy, and another one takes it. */
  readonly patience: number;
  /** Bytes that the actions of one worker may hold outside its heap: buffers and Blobs. */
  readonly actionMemory: number;
};

/** Writes of the scheduler in the transaction of a mutation it runs. */
export type AroundMutation = {
  /** Runs before the function. False: the job must no longer run; nothing is committed. */
  readonly before: (transaction: Transaction) => boolean;
  /** Runs after it succeeded; its writes commit or vanish with the function's. */
  readonly after: (transaction: Transaction) => void;
};

/** Runs functions for the engine itself: without identity, internal ones included. */
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

/** Evaluated code that does not run yet. */
export interface PreparedCode {
  /** Puts it in use at once. Calls under way end on the old code. */
  use(): void;
  /** Makes the switch final: removes files that only older code needed. */
  keep(): void;
  /** Discards it; if it was in use, the code before it is used again. */
  drop(): void;
}

export interface Functions extends FunctionRunner {
  /**
   * Evaluates a bundle; its tables and indexes must exist when it is used.
   * @param env variables of the deployment; the current ones when left out.
   * @throws UserError when a module cannot be evaluated.
   */
  prepare(
    bundle: DeployedBundle,
    env?: Readonly<Record<string, string>>,
  ): Promise<PreparedCode>;
  /** Evaluates a bundle and uses it from then on. @throws UserError as `prepare` (the old code stays). */
  load(bundle: DeployedBundle): Promise<void>;
  /**
   * Analyzes a bundle's exports, separately from the running code.
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
   * Installs packages that "use node" modules import. `load` removes those that neither its code nor the code before it
   * needs.
   * @throws UserError with npm's output.
   */
  install(packages: readonly ExternalPackage[]): Promise<void>;
  /** @throws TestQueryRefused when the code cannot run as a test query. */
  runTestQuery(query: TestQuery): Promise<QueryResult>;
  readonly jobs: JobFunctions;
  /**
   * Actions of the current deployment, HTTP actions included: those under way, and of these the ones that wait for a
   * thread.
   */
  readonly actions: { readonly running: number; readonly waiting: number };
  /** Fails running calls and ends the workers. */
  close(): Promise<void>;
}
