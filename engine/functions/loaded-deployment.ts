/**
 * One deployed bundle, evaluated, the app's or that of a component: its functions, its realm, its action workers. A new
 * deploy makes new ones; what runs on the old ones ends there. Holds no calls (runner.ts) and decides nothing about them.
 */
import type { TableView } from "../transactions/transaction-types.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import type { ActionPool } from "./actions/pool.ts";
import type { RegisteredExport } from "./analysis/exports.ts";
import type { DeployedModule } from "./bundle.ts";
import type { FunctionInfo } from "./function-info.ts";
import type { FindPlace } from "./http-routing.ts";
import { canonical } from "./paths.ts";
import type { FilesPort, SchedulerPort } from "./ports.ts";
import type { CursorSeal } from "./queries/cursor.ts";
import type { ActiveSchema } from "./active-schema.ts";
import type { Thrown } from "./thrown.ts";
import type { TransactionRealm } from "./transaction-realm.ts";
import { namesIn, type TableNumbers } from "./validation.ts";

export type RunningCall = {
  readonly fail: (thrown: Thrown) => void;
  /** Fails it with what a promise of its was rejected with; the first time counts. */
  readonly reject: (reason: unknown) => void;
  /** When all its waiting for the host has to be over, as `performance.now()` counts; null until it first waits. */
  waitsUntil: number | null;
  /** Ends it as its function has ended; null while that runs. */
  settle: (() => void) | null;
};

export type DeploymentParts = {
  /** Path among all components; "" is the app. */
  readonly component: string;
  /** All that is deployed together, by path, this one included. */
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
  /** What the app and all components answer over HTTP. */
  readonly http: FindPlace;
  readonly description: { readonly name: string; readonly class: string };
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
  readonly description: { readonly name: string; readonly class: string };
  readonly http: FindPlace;
  /** Calls under way, by the execution of the call itself, which knows its deployment: hence no type of its own here. */
  readonly running = new Map<object, RunningCall>();
  /** Those of them that had their turn: many more may wait for one. */
  readonly begun = new Set<RunningCall>();
  /** How many promises of the host code of the realm waits for. */
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
    this.description = parts.description;
    this.http = parts.http;
    this.#environments = new Map(
      parts.modules.map(({ path, environment }) => [path, environment]),
    );
  }

  hasModule(path: string): boolean {
    return this.#environments.has(path);
  }

  /** Whether a module is "use node". */
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
