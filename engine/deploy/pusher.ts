/**
 * The official CLI's push, step by step: evaluate, start, wait for the schema, finish. Pushes are prepared concurrently
 * and take effect one at a time. Started pushes are in memory: after a restart the CLI starts again.
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Functions } from "../functions/deployed/functions.ts";
import type { Store } from "../storage/storage-types.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { must } from "../values/user-error.ts";
import { descendants } from "./component-tree.ts";
import { mountedBefore, schemaByPath } from "./deployment-diff.ts";
import { analyzePush, raced } from "./pushed.ts";
import type { PushContents } from "./push-contents.ts";
import { pushError } from "./deploy-error.ts";
import type { Deployment } from "./deployment.ts";
import { isSameEnvironment, type Environment } from "./environment.ts";
import {
  evaluateSchemaAnswer,
  finishPushAnswer,
  schemaChangeAnswer,
  startPushAnswer,
} from "./push-answers.ts";
import { parseStartPush, type StartPushRequest } from "./push-request.ts";
import { diffIndexes, type IndexDiff } from "./index-diff.ts";
import {
  SchemaCheck,
  SchemaChecks,
  type SchemaFailure,
} from "./schema-check.ts";

export type PusherContext = {
  readonly deployment: Deployment;
  readonly functions: Functions;
  readonly database: Database;
  readonly store: Store;
};

type Pending = {
  readonly request: StartPushRequest;
  readonly contents: PushContents;
  readonly environment: Environment;
  /** The deployment's count of pushes at the analysis. */
  readonly pushes: number;
  check: SchemaChecks | null;
  walk: Promise<SchemaFailure | null> | null;
};

const OVERWRITTEN = "Schema was overwritten by another push.";
/** Started, unfinished pushes; the oldest counts as overwritten. */
const MAX_PENDING = 4;

export class Pusher {
  readonly #context: PusherContext;
  readonly #pending = new Map<string, Pending>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(context: PusherContext) {
    this.#context = context;
  }

  /** `POST /api/deploy2/evaluate_schema` */
  async evaluateSchema(body: unknown) {
    const { contents, pushed } = await analyzePush(
      this.#context,
      parseStartPush(body),
    );
    const { store } = this.#context;
    const diffs = this.#indexDiffs(contents);
    const evaluations = [pushed.tree, ...descendants(pushed.tree)].map(
      ({ path, definition }) => ({
        ...{ path, definition },
        schema: schemaByPath(contents).get(path) ?? null,
        diff: must(diffs.get(path), path),
      }),
    );
    return evaluateSchemaAnswer(
      evaluations,
      this.#created(contents),
      (table, component) => countUpTo(store, table, component, COUNTED),
    );
  }

  /** `POST /api/deploy2/evaluate_push`: the CLI asks for it when `evaluate_schema` refuses, and so gets the reason. */
  async evaluatePush(body: unknown) {
    const { contents } = await analyzePush(this.#context, parseStartPush(body));
    const diffs = this.#indexDiffs(contents);
    return {
      schemaChange: schemaChangeAnswer(null, diffs, this.#created(contents)),
    };
  }

  /** `POST /api/deploy2/start_push` */
  async startPush(body: unknown) {
    const request = parseStartPush(body);
    const { deployment } = this.#context;
    const { environment, pushes } = deployment;
    const { contents, pushed } = await analyzePush(this.#context, request);
    const pushId = randomUUID();
    const base = { request, contents, environment, pushes };
    const pending = { ...base, check: null, walk: null };
    this.#pending.set(pushId, pending);
    for (const old of [...this.#pending.keys()].slice(0, -MAX_PENDING))
      this.#forget(old);
    return startPushAnswer({
      pushId,
      environment,
      contents,
      pushed,
      indexDiffs: this.#indexDiffs(contents),
      created: this.#created(contents),
      udfServerVersion: request.udfServerVersion,
    });
  }

  /** `POST /api/deploy2/wait_for_schema`; answers within `timeout` ms. */
  async waitForSchema(pushId: string, timeout: number) {
    const pending = this.#pending.get(pushId);
    if (pending === undefined || this.#isOvertaken(pending))
      return { type: "raceDetected" };
    const inProgress = Symbol();
    const failure = await Promise.race([
      this.#walk(pending),
      setTimeout(timeout, inProgress, { ref: false }),
    ]);
    if (failure === null) return { type: "complete" };
    if (typeof failure === "symbol")
      return {
        type: "inProgress",
        components: {
          "": {
            schemaValidationComplete: false,
            indexesComplete: 0,
            indexesTotal: 0,
          },
        },
      };
    this.#forget(pushId);
    return {
      type: "failed",
      error: failure.error,
      componentPath: failure.componentPath,
      tableName: failure.tableName,
    };
  }

  /** `POST /api/deploy2/finish_push` */
  async finishPush(pushId: string, dryRun: boolean) {
    if (dryRun) {
      this.#forget(pushId);
      return finishPushAnswer(null);
    }
    const finished = this.#turn.then(() => this.#finish(pushId));
    this.#turn = finished.catch(() => undefined);
    return finishPushAnswer(await finished);
  }

  async #finish(pushId: string) {
    const { deployment } = this.#context;
    const pending = this.#pending.get(pushId);
    if (pending === undefined) throw raced(OVERWRITTEN);
    try {
      this.#verify(pending);
      const failure = await this.#walk(pending);
      if (failure !== null)
        throw pushError("SchemaValidationFailed", failure.error);
      const { udfServerVersion, functions } = pending.request;
      return await deployment.replace(
        pending.contents,
        { udfServerVersion, functions },
        pending.check,
        () => this.#verify(pending),
      );
    } finally {
      this.#forget(pushId);
      for (const [id, other] of this.#pending)
        if (this.#isOvertaken(other)) this.#forget(id);
    }
  }

  #isOvertaken({ pushes }: Pending): boolean {
    return pushes !== this.#context.deployment.pushes;
  }

  /** @throws DeployError when deployment or environment changed since the analysis */
  #verify(pending: Pending): void {
    if (this.#isOvertaken(pending)) throw raced(OVERWRITTEN);
    const { environment } = this.#context.deployment;
    if (!isSameEnvironment(pending.environment, environment))
      throw raced("Environment variables have changed during push");
  }

  /** Starts the check of existing documents, once. */
  #walk(pending: Pending): Promise<SchemaFailure | null> {
    const { deployment, store, database } = this.#context;
    pending.check ??= new SchemaChecks(
      [...schemaByPath(pending.contents)].flatMap(([path, schema]) => {
        if (!schema?.schemaValidation) return [];
        const inForce = schemaByPath(deployment.schemas).get(path) ?? null;
        return [new SchemaCheck(path, schema, inForce, store, database)];
      }),
    );
    pending.walk ??= pending.check.walk();
    return pending.walk;
  }

  #forget(pushId: string): void {
    this.#pending.get(pushId)?.check?.end();
    this.#pending.delete(pushId);
  }

  /** Index changes, by path of the component; "" is the app. */
  #indexDiffs(contents: PushContents): ReadonlyMap<string, IndexDiff> {
    const inForce = schemaByPath(this.#context.deployment.schemas);
    return new Map(
      [...schemaByPath(contents)].map(([path, schema]) => [
        path,
        diffIndexes(inForce.get(path) ?? null, schema),
      ]),
    );
  }

  /** Components that have no tables here yet. */
  #created({ components }: PushContents): string[] {
    const mounted = mountedBefore(this.#context.store.catalog);
    return components
      .map(({ path }) => path)
      .filter((path) => !mounted.has(path));
  }
}

/** More than the size from which the CLI warns about an index on a large table. */
const COUNTED = 100_001;

function countUpTo(
  store: Store,
  tableName: string,
  component: string,
  limit: number,
): number {
  const table = store.catalog.table(tableName, component);
  if (table === undefined) return 0;
  let count = 0;
  const all = { lower: "", upper: null };
  for (const _ of store.scanIds(table.number, all, "asc"))
    if (++count === limit) break;
  return count;
}
