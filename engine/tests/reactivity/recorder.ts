/** Live queries over the toy engine, without sockets. Records what is published, and in which order. */
import type { Caller } from "../../functions/function-types.ts";
import type {
  LiveQuery,
  QueryRequest,
  Watcher,
} from "../../reactivity/live-query.ts";
import { SubscriptionManager } from "../../reactivity/subscription-manager.ts";
import type { SystemQueries } from "../../reactivity/system-queries.ts";
import type { JsonValue } from "../../values/json.ts";
import { FakeEngine } from "./fake-engine.ts";

export const ANONYMOUS: Caller = { kind: "anonymous" };

/** Everything that was published, in order. */
export class Recorder {
  readonly engine = new FakeEngine();
  readonly subscriptions: SubscriptionManager;
  readonly published: { path: string; value: JsonValue }[] = [];
  readonly broken: unknown[] = [];
  #wake: (() => void)[] = [];

  constructor(systemQueries: SystemQueries = new Map()) {
    const { runner, database } = this.engine;
    this.subscriptions = new SubscriptionManager(
      { runner, database, systemQueries },
      {
        publish: (changed) => {
          for (const query of changed)
            this.published.push({
              path: query.request.path,
              value: valueOf(query),
            });
          this.#notify();
          return Promise.resolve();
        },
        broken: (_, error) => {
          this.broken.push(error);
          this.#notify();
        },
      },
    );
  }

  watch(
    path: string,
    args: JsonValue = {},
    caller = ANONYMOUS,
    journal: string | null = null,
    network: string | null = null,
  ): Watcher {
    const request = {
      ...{ path, args: JSON.stringify(args) },
      ...{ caller, component: "", journal },
    };
    return this.subscriptions.cache.watch(request, (query) =>
      toyWatcher(request, query, network),
    );
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition())
      await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}

function toyWatcher(
  request: QueryRequest,
  query: LiveQuery,
  network: string | null,
): Watcher {
  const changed = () => undefined;
  return { request, query, network, changed, failed: changed };
}

export function valueOf(query: LiveQuery): JsonValue {
  const { outcome } = query;
  if (outcome === null) return "never ran";
  return outcome.ok
    ? (JSON.parse(outcome.value) as JsonValue)
    : outcome.message;
}

/** Waits some turns of the event loop, enough for a due round to happen. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++)
    await new Promise((resolve) => setImmediate(resolve));
}
