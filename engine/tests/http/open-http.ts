/** Both ports of the HTTP layer over the toy engine. Closed after the test at the latest. */
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { isRouted, type HttpRoute } from "../../functions/http-routing.ts";
import { ClientFiles } from "../../http/client-files.ts";
import { functionRoutes } from "../../http/function-api.ts";
import { HttpServer, type HttpServerOptions } from "../../http/http-server.ts";
import { infoRoutes } from "../../http/info-routes.ts";
import type { PageHeads } from "../../http/page-heads.ts";
import type { Route } from "../../http/route.ts";
import { SnapshotReader } from "../../reactivity/snapshot-reader.ts";
import { CONVEX_LIMITS, type Limits } from "../../sync/caller-limits.ts";
import { MemoryBudget } from "../../memory/memory-budget.ts";
import type { FailingCron } from "../../scheduler/cron-executor.ts";
import { sameHostOr } from "../../sync/origin.ts";
import { SyncServer } from "../../sync/sync-server.ts";
import { FakeEngine } from "../reactivity/fake-engine.ts";
import { toyAuthenticator } from "../sync/open-sync.ts";

export type OpenHttp = {
  readonly engine: FakeEngine;
  readonly http: HttpServer;
  /** `http://127.0.0.1:<port>` of the API and of the site. */
  readonly url: string;
  readonly siteUrl: string;
  readonly faults: unknown[];
  readonly memory: MemoryBudget;
  /** Set it to make /health complain. */
  trouble: string | null;
  /** Crons that /health reports as failing. */
  failing: readonly FailingCron[];
  close: () => Promise<void>;
};

export async function openHttp(
  options: {
    client?: string;
    heads?: PageHeads;
    behindProxy?: boolean;
    limits?: Partial<Limits>;
    /** Origins whose pages may read answers; default every origin. */
    origins?: readonly string[];
    routes?: readonly Route[];
    timeouts?: HttpServerOptions["timeouts"];
    connections?: HttpServerOptions["connections"];
    /** The app's HTTP router. Without one, no path of the API port is an action. */
    httpRoutes?: readonly HttpRoute[];
  } = {},
): Promise<OpenHttp> {
  const engine = new FakeEngine();
  const faults: unknown[] = [];
  const report = (error: unknown): void => void faults.push(error);
  const { runner, database } = engine;
  const systemQueries = new Map([
    ["_system/cli/env", { answer: () => ({ value: ["A=1"] }) }],
  ]);
  const limits = { ...CONVEX_LIMITS, ...options.limits };
  const memory = new MemoryBudget(limits.memory);
  const allowOrigin = sameHostOr(options.origins ?? ["*"]);
  const sync = new SyncServer({
    runner,
    database,
    systemQueries,
    authenticator: toyAuthenticator,
    allowOrigin,
    limits,
    memory,
    catchUp: () => undefined,
    report,
  });
  const reader = new SnapshotReader(
    { runner, database, systemQueries },
    sync.subscriptions,
  );
  const behindProxy = options.behindProxy ?? false;
  const shared = { runner, authenticator: toyAuthenticator, behindProxy };
  const http = new HttpServer({
    ...shared,
    ...(options.timeouts && { timeouts: options.timeouts }),
    ...(options.connections && { connections: options.connections }),
    host: "127.0.0.1",
    port: 0,
    sitePort: 0,
    siteOrigin: () => "https://site.toy.test",
    hasHttpAction: (method, pathname) =>
      isRouted(
        () => ({ routes: options.httpRoutes ?? [], mounts: {} }),
        method,
        pathname,
      ),
    sync,
    allowOrigin,
    memory,
    report,
    client:
      options.client === undefined
        ? null
        : await ClientFiles.open(options.client, {
            heads: options.heads ?? null,
          }),
    routes: [
      ...functionRoutes({
        ...shared,
        runTestQuery: () => Promise.reject(new Error("not a part of this")),
        reader,
        limits,
      }),
      ...infoRoutes({
        name: "toy",
        version: "1.2.3",
        trouble: () => opened.trouble,
        failing: () => opened.failing,
      }),
      ...(options.routes ?? []),
    ],
  });
  await http.listen();
  const opened: OpenHttp = {
    engine,
    http,
    faults,
    memory,
    url: `http://127.0.0.1:${http.port}`,
    siteUrl: `http://127.0.0.1:${http.sitePort}`,
    trouble: null,
    failing: [],
    close: () => http.stop(),
  };
  onTestFinished(() => opened.close());
  return opened;
}

/** The head of a request without a body, after which the server closes. */
export const headOf = (target: string, ...headers: readonly string[]) =>
  [
    `${target} HTTP/1.1`,
    "Host: x",
    ...headers,
    "Connection: close",
    "",
    "",
  ].join("\r\n");

/** POSTs JSON; returns the status and the parsed body. */
export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Sends raw bytes; returns everything received until the server closes. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}
