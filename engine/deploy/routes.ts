/** HTTP routes of the official CLI. Each checks the admin key, reads its body and calls the code that does the work. */
import type { IncomingMessage } from "node:http";
import { asAdmin } from "../http/authorization.ts";
import { readBody, sendJson } from "../http/body.ts";
import { HttpError } from "../http/http-error.ts";
import type { Handle, Route } from "../http/route.ts";
import type { Authenticator } from "../sync/callers.ts";
import type { Deployment } from "./deployment.ts";
import type { EnvironmentChange } from "./environment.ts";
import type { LogStream } from "./log-stream.ts";
import { list, pushIdOf, record, text } from "./push-request.ts";
import type { Pusher } from "./pusher.ts";

export type DeployRoutesContext = {
  readonly authenticator: Authenticator;
  readonly deployment: Deployment;
  readonly pusher: Pusher;
  readonly logs: LogStream;
  /** Public origins, without a slash at the end. */
  readonly origins: { readonly cloud: string; readonly site: string };
};

/** All sources and source maps of an app, unpacked. */
const PUSH_LIMIT = 128 * 1024 * 1024;
const SMALL_LIMIT = 8 * 1024 * 1024;
/** The CLI's usual wait, and the maximum, ms. */
const SCHEMA_WAIT = 10_000;

export function deployRoutes(context: DeployRoutesContext): Route[] {
  const { deployment, pusher, logs, origins } = context;
  const post = (path: string, limit: number, answer: Answer): Route => ({
    method: "POST",
    path,
    handle: asAdmin(context.authenticator, answering(limit, answer)),
  });
  const get = (path: string, answer: Answer): Route => ({
    method: "GET",
    path,
    handle: asAdmin(context.authenticator, answering(0, answer)),
  });
  const changeEnvironment: Answer = async (body) => {
    const changes = list(record(body, "request")["changes"]);
    await deployment.changeEnvironment(changes.map(parseChange));
    return null;
  };
  return [
    get("/api/v1/get_canonical_urls", () => ({
      convexCloudUrl: origins.cloud,
      convexSiteUrl: origins.site,
    })),
    post("/api/get_config_hashes", SMALL_LIMIT, () => configHashes(deployment)),
    post("/api/deploy2/evaluate_schema", PUSH_LIMIT, (body) =>
      pusher.evaluateSchema(body),
    ),
    post("/api/deploy2/evaluate_push", PUSH_LIMIT, (body) =>
      pusher.evaluatePush(body),
    ),
    post("/api/deploy2/start_push", PUSH_LIMIT, (body) =>
      pusher.startPush(body),
    ),
    post("/api/deploy2/wait_for_schema", SMALL_LIMIT, (body) => {
      const { schemaChange, timeoutMs } = record(body, "request");
      const wait = typeof timeoutMs === "number" ? timeoutMs : SCHEMA_WAIT;
      return pusher.waitForSchema(
        pushIdOf(schemaChange),
        Math.min(Math.max(wait, 0), SCHEMA_WAIT),
      );
    }),
    post("/api/deploy2/finish_push", PUSH_LIMIT, (body) => {
      const { startPush, dryRun } = record(body, "request");
      const { schemaChange } = record(startPush, "startPush");
      return pusher.finishPush(pushIdOf(schemaChange), dryRun === true);
    }),
    // Timings of the push, not used here.
    post("/api/deploy2/report_push_completed", SMALL_LIMIT, () => null),
    post("/api/update_environment_variables", SMALL_LIMIT, changeEnvironment),
    post(
      "/api/v1/update_environment_variables",
      SMALL_LIMIT,
      changeEnvironment,
    ),
    get("/api/v1/list_environment_variables", () => ({
      environmentVariables: deployment.environment,
    })),
    get("/api/stream_function_logs", (_body, url) =>
      logs.poll(Number(url.searchParams.get("cursor") ?? 0)),
    ),
  ];
}

type Answer = (body: unknown, url: URL) => unknown;

function answering(limit: number, answer: Answer): Handle {
  return async (request, response, url) => {
    const body = limit === 0 ? null : await readJsonBody(request, limit);
    sendJson(response, 200, JSON.stringify(await answer(body, url)));
  };
}

/** As readJson of http/, for large bodies of admins, without a check of the content type. */
async function readJsonBody(
  request: IncomingMessage,
  limit: number,
): Promise<unknown> {
  const body = await readBody(request, limit);
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    throw new HttpError(400, "BadJsonBody", "The body is not valid JSON.");
  }
}

/** Hashes for the CLI, so that it sends only changed modules. */
function configHashes({ row }: Deployment) {
  return {
    config: {
      functions: row?.functions ?? "convex/",
      authInfo: row?.auth ?? [],
    },
    moduleHashes: (row?.modules ?? []).map(({ path, environment, hash }) => ({
      path,
      environment,
      hash,
    })),
    udfServerVersion: row?.udfServerVersion ?? null,
    nodeDependencies: [],
  };
}

function parseChange(change: unknown): EnvironmentChange {
  const { name, value } = record(change, "change");
  return {
    name: text(name, "name"),
    value: value === null || value === undefined ? null : text(value, "value"),
  };
}
