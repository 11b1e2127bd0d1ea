/**
 * One deployed and evaluated bundle, the app's or a component's: functions, realm, action workers. Each deploy makes
 * new ones; calls on the old ones end there.
 */
import type { TableView } from "../../transactions/transaction-types.ts";
import type { JsonObject } from "../../values/json.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";
import type { ActionPool } from "../actions/pool.ts";
import type { RegisteredExport } from "../analysis/exports.ts";
import type { DeployedModule } from "./bundle.ts";
import type { FunctionInfo } from "./function-info.ts";
import type { FindPlace } from "../http-routing.ts";
import { canonical } from "../paths.ts";
import type { FilesPort, SchedulerPort } from "../ports.ts";
import type { CursorSeal } from "../queries/cursor.ts";
import type { ActiveSchema } from "./active-schema.ts";
import type { Thrown } from "../thrown.ts";
import type { TransactionRealm } from "../transaction-realm.ts";
import { namesIn, type TableNumbers } from "../validation.ts";

export type RunningCall = {
  readonly fail: (thrown: Thrown) => void;
  /** Fails it with the reason of an unhandled rejection; only the first one counts. */
  readonly reject: (reason: unknown) => void;
  /** Deadline of all its waits for the host, in `performance.now()` time; null until it first waits. */
  waitsUntil: number | null;
  /** Ends the call with its function's outcome; null while the function runs. */
  settle: (() => void) | null;
};

export type DeploymentParts = {
  /** Path among all components; "" is the app. */
  readonly component: string;
  /** All components deployed together, by path, including this one. */
  readonly components: ReadonlyMap<string, LoadedDeployment>;
  readonly tables: TableView;
  readonly files: FilesPort;
  readonly scheduler: SchedulerPort;
  readonly cursorSeal: CursorSeal;
  readonly schema: ActiveSchema;
  readonly realm: TransactionRealm;
  readonly pool: ActionPool;
  readonly functions: readonly FunctionInfo[];
  readonly modules: readonly Pick<DeployedModule, "path" | "environment">[];
  /** HTTP routes and mounts of the app and all components. */
  readonly http: FindPlace;
};

export class LoadedDeployment {
  readonly component: string;
  readonly components: ReadonlyMap<string, LoadedDeployment>;
  readonly tables: TableView;
  readonly files: FilesPort;
  readonly scheduler: SchedulerPort;
  readonly cursorSeal: CursorSeal;
  readonly schema: ActiveSchema;
  readonly realm: TransactionRealm;
  readonly pool: ActionPool;
  /** By canonical path. */
  readonly functions: ReadonlyMap<string, FunctionInfo>;
  readonly http: FindPlace;
  /** Calls under way, by their root execution. Typed as object, because Execution imports this file. */
  readonly running = new Map<object, RunningCall>();
  /** Running calls that have begun; many more may wait. */
  readonly begun = new Set<RunningCall>();
  /** Promises of the host that the realm's code waits for. */
  waits = 0;
  /** By path. */
  readonly #environments: ReadonlyMap<string, DeployedModule["environment"]>;

  constructor(parts: DeploymentParts) {
    this.component = parts.component;
    this.components = parts.components;
    this.tables = parts.tables;
    this.files = parts.files;
    this.scheduler = parts.scheduler;
    this.cursorSeal = parts.cursorSeal;
    this.schema = parts.schema;
    this.realm = parts.realm;
    this.pool = parts.pool;
    this.functions = new Map(
      parts.functions.map((info) => [canonical(info.path), info]),
    );
    this.http = parts.http;
    this.#environments = new Map(
      parts.modules.map(({ path, environment }) => [path, environment]),
    );
  }

  hasModule(path: string): boolean {
    return this.#environments.has(path);
  }

  isNode(path: string): boolean {
    return this.#environments.get(path) === "node";
  }

  /** @throws UserError when a document does not fit its table. */
  checkDocument(
    table: string,
    document: JsonObject,
    catalog: TableNumbers,
  ): void {
    this.schema.check(table, document, namesIn(catalog));
  }
}

/** @param target the export inside the realm; null for "use node" actions. */
export function functionInfo(
  module: string,
  registered: RegisteredExport,
  target: object | null,
): FunctionInfo {
  return {
    path: { module, name: registered.name },
    udfType: registered.udfType,
    visibility: registered.visibility,
    args: JSON.parse(registered.args) as ValidatorJson,
    returns: JSON.parse(registered.returns) as ValidatorJson | null,
    target,
  };
}
