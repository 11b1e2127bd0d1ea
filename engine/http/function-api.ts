/**
 * Functions over HTTP: `/api/query`, `/api/mutation`, `/api/action`, `/api/function`, `/api/run/…`, and queries at a
 * given timestamp. Errors of user code have status 200, as `ConvexHttpClient` expects.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  ActionResult,
  Caller,
  FunctionRunner,
  MutationResult,
  RequestInfo,
} from "../functions/function-types.ts";
import type { Functions } from "../functions/deployed/functions.ts";
import { TestQueryRefused } from "../functions/deployed/test-query.ts";
import {
  limitsOf,
  maxParts,
  type CallerLimits,
  type Limits,
} from "../sync/caller-limits.ts";
import { NetworkTurns } from "../memory/network-turns.ts";
import type { Outcome, QueryRequest } from "../reactivity/live-query.ts";
import {
  OutOfRetention,
  type SnapshotReader,
} from "../reactivity/snapshot-reader.ts";
import { inComponent, splitAddress, strippedPath } from "../functions/paths.ts";
import { isSystemPath } from "../reactivity/system-queries.ts";
import type { Authenticator } from "../sync/callers.ts";
import { decodeTs, encodeTs } from "../sync/wire-time.ts";
import { faultIn } from "../values/depth.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { networkOf } from "../values/network.ts";
import { parseJson } from "../values/parse-json.ts";
import { callerOf, mustBeAdmin } from "./authorization.ts";
import { readJson, sendJson } from "./body.ts";
import { preferBody } from "./body-memory.ts";
import { requestInfo, whenGone } from "./client-address.ts";
import { HttpError } from "./http-error.ts";
import type { Route } from "./route.ts";
import {
  formatText,
  formatValue,
  parseFormat,
  type ValueFormat,
} from "./value-format.ts";

const MAX_BATCH = 1000;
/** Waiting calls per network: far more than a crowd on one Wi-Fi makes at once. */
const MAX_WAITING = 1000;
/** Running work of one network, and the share of a read at an older timestamp, which goes back over each write since. */
const AT_ONCE = 64;

export type FunctionApiOptions = {
  readonly runner: FunctionRunner;
  readonly runTestQuery: Functions["runTestQuery"];
  readonly reader: SnapshotReader;
  readonly authenticator: Authenticator;
  readonly behindProxy: boolean;
  readonly limits: Limits;
};

type Result = Outcome | MutationResult | ActionResult;

/** A function call in a body or a query string. */
type Call = {
  readonly path: string;
  readonly args: JsonValue;
  readonly format: ValueFormat;
};

export function functionRoutes(options: FunctionApiOptions): Route[] {
  const api = new FunctionApi(options);
  const post = (path: string, answer: Answer): Route => ({
    method: "POST",
    path,
    handle: async (request, response) => {
      const caller = await api.caller(request);
      const body = await api.body(request, caller);
      sendJson(response, 200, await answer(body, caller, response));
    },
  });
  return [
    { method: "GET", path: "/api/query", handle: api.queryByUrl },
    post("/api/query", (body, caller, response) =>
      api.query(parseCall(body), caller, response),
    ),
    post("/api/query_at_ts", (body, caller, response) =>
      api.queryAt(body, caller, response),
    ),
    post("/api/query_batch", (body, caller, response) =>
      api.queryBatch(body, caller, response),
    ),
    post("/api/mutation", (body, caller, response) =>
      api.mutation(parseCall(body), caller, response),
    ),
    post("/api/action", (body, caller, response) =>
      api.action(parseCall(body), caller, response),
    ),
    post("/api/function", (body, caller, response) => {
      mustBeAdmin(caller);
      return api.any(parseCall(body), caller, response);
    }),
    { method: "POST", prefix: "/api/run/", handle: api.run },
    post("/api/run_test_function", (body, caller) => {
      mustBeAdmin(caller);
      return api.testQuery(body, caller);
    }),
    { method: "POST", path: "/api/query_ts", handle: api.latest },
  ];
}

type Answer = (
  body: JsonObject,
  caller: Caller,
  response: ServerResponse,
) => Promise<string>;

class FunctionApi {
  readonly #options: FunctionApiOptions;
  readonly #turns = new NetworkTurns({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
  });

  constructor(options: FunctionApiOptions) {
    this.#options = options;
  }

  async caller(request: IncomingMessage): Promise<Caller> {
    const caller = await callerOf(this.#options.authenticator, request);
    if (caller.kind !== "anonymous") preferBody(request);
    return caller;
  }

  async body(request: IncomingMessage, caller: Caller): Promise<JsonObject> {
    const { message } = this.#limits(caller);
    const parts = maxParts(this.#options.limits, caller);
    return fields(await readJson(request, message, parts));
  }

  #limits(caller: Caller): CallerLimits {
    return limitsOf(this.#options.limits, caller);
  }

  /**
   * For queries and mutations; the runner limits actions.
   * @throws TooManyWaiting, CallerHasGone
   */
  async #inTurn<T>(
    calls: readonly Call[],
    response: ServerResponse,
    work: () => Promise<T>,
    weight = calls.length,
  ): Promise<T> {
    const { runner } = this.#options;
    const [{ path } = { path: "" }] = calls;
    return await this.#turns.run(
      {
        network: this.#network(response),
        line: () => (runner.describe(path) ? strippedPath(path) : ""),
        weight,
        gone: whenGone(response),
      },
      work,
    );
  }

  #network(response: ServerResponse): string | null {
    return networkOf(this.#info(response).ip ?? "");
  }

  #info({ req }: ServerResponse): RequestInfo {
    return requestInfo(req, this.#options.behindProxy);
  }

  readonly queryByUrl: Route["handle"] = async (request, response, url) => {
    const { searchParams } = url;
    const args = parseArgsText(searchParams.get("args"));
    const format = searchParams.get("format") ?? undefined;
    const path = searchParams.get("path");
    const call = parseCall({ path, args, ...(format ? { format } : {}) });
    const caller = await this.caller(request);
    sendJson(response, 200, await this.query(call, caller, response));
  };

  /** `/api/run/messages/list` runs `messages:list`. Only admins may run internal functions. */
  readonly run: Route["handle"] = async (request, response, url) => {
    const parts = url.pathname.split("/").slice(3).map(decodePart);
    const name = parts.pop() ?? "";
    if (parts.length === 0)
      throw new HttpError(
        400,
        "MissingIdentifier",
        "Path or function name not provided in path, e.g. /api/run/messages/list",
      );
    const caller = await this.caller(request);
    const body = await this.body(request, caller);
    const call = parseCall({ ...body, path: `${parts.join("/")}:${name}` });
    sendJson(response, 200, await this.any(call, caller, response));
  };

  readonly latest: Route["handle"] = async (_request, response) => {
    const ts = encodeTs(await this.#options.reader.now());
    sendJson(response, 200, JSON.stringify({ ts }));
  };

  async query(
    call: Call,
    caller: Caller,
    response: ServerResponse,
  ): Promise<string> {
    const { reader } = this.#options;
    const { outcome } = await this.#inTurn([call], response, () =>
      reader.read(queryRequest(call, caller, this.#network(response))),
    );
    return resultText(outcome, call.format);
  }

  /** A query sent with its code: `npx convex run --inline-query`. */
  async testQuery(body: JsonObject, caller: Caller): Promise<string> {
    const { path, source } = fields(body["bundle"] ?? null);
    if (typeof path !== "string" || typeof source !== "string")
      throw badBody("bundle");
    const { args, format } = parseCall({ ...body, path });
    const { componentId } = body;
    const component = typeof componentId === "string" ? componentId : "";
    const query = { component, module: { path, source }, args, caller };
    const { outcome } = await this.#options
      .runTestQuery(query)
      .catch((error: unknown) => {
        if (!(error instanceof TestQueryRefused)) throw error;
        throw new HttpError(400, error.code, error.message);
      });
    return resultText(outcome, format);
  }

  async queryAt(
    body: JsonObject,
    caller: Caller,
    response: ServerResponse,
  ): Promise<string> {
    const call = parseCall(body);
    const ts = decodeTs(body["ts"]);
    if (ts === null) throw badBody("ts");
    const { reader } = this.#options;
    const request = queryRequest(call, caller, this.#network(response));
    const read = () => reader.readAt(request, ts);
    const outcome = await this.#inTurn([call], response, read, AT_ONCE).catch(
      outOfRetention,
    );
    return resultText(outcome, call.format);
  }

  async queryBatch(
    body: JsonObject,
    caller: Caller,
    response: ServerResponse,
  ): Promise<string> {
    const queries = body["queries"];
    // As many as one socket may watch: each one runs, however short the message is.
    const most = Math.min(MAX_BATCH, this.#limits(caller).queries);
    if (!Array.isArray(queries) || queries.length > most)
      throw badBody("queries");
    const calls = queries.map((query) => parseCall(fields(query)));
    const network = this.#network(response);
    const { reader } = this.#options;
    const outcomes = await this.#inTurn(calls, response, () =>
      reader.readTogether(
        calls.map((call) => queryRequest(call, caller, network)),
      ),
    ).catch(outOfRetention);
    const results = outcomes.map((outcome, i) =>
      resultText(outcome, calls[i]?.format ?? "clean"),
    );
    return `{"results":[${results.join(",")}]}`;
  }

  async mutation(
    call: Call,
    caller: Caller,
    response: ServerResponse,
  ): Promise<string> {
    const { runner } = this.#options;
    const info = this.#info(response);
    const { path, args, format } = call;
    const result = await this.#inTurn([call], response, () =>
      runner.runMutation(path, args, caller, undefined, info),
    );
    return resultText(result, format);
  }

  async action(
    call: Call,
    caller: Caller,
    response: ServerResponse,
  ): Promise<string> {
    const { runner } = this.#options;
    const info = this.#info(response);
    const { path, args, format } = call;
    const gone = whenGone(response);
    const result = await runner.runAction(path, args, caller, info, gone);
    return resultText(result, format);
  }

  async any(
    call: Call,
    caller: Caller,
    response: ServerResponse,
  ): Promise<string> {
    const { path } = call;
    if (isSystemPath(splitAddress(path).path))
      return this.query(call, caller, response);
    const found = this.#options.runner.describe(path);
    const isHidden =
      found?.visibility === "internal" && caller.kind !== "admin";
    switch (isHidden ? undefined : found?.udfType) {
      case "Query":
        return this.query(call, caller, response);
      case "Mutation":
        return this.mutation(call, caller, response);
      case "Action":
        return this.action(call, caller, response);
      case "HttpAction":
      case undefined:
        return resultText(notFound(path), call.format);
    }
  }
}

/** The CLI recognizes code that was not pushed yet by "Could not find function". */
function notFound(path: string): Result {
  const { component, path: name } = splitAddress(path);
  const where = component === "" ? "" : ` in '${component}'`;
  const message = `Could not find function for '${strippedPath(name)}'${where}. Did you forget to run \`npx convex dev\`?`;
  return { ok: false, message, logLines: [] };
}

function resultText(result: Result, format: ValueFormat): string {
  const lines =
    result.logLines.length === 0
      ? ""
      : `,"logLines":${JSON.stringify(result.logLines)}`;
  if (result.ok)
    return `{"status":"success","value":${formatText(result.value, format)}${lines}}`;
  const data =
    result.data === undefined
      ? ""
      : `,"errorData":${JSON.stringify(formatValue(result.data, format))}`;
  return `{"status":"error","errorMessage":${JSON.stringify(result.message)}${data}${lines}}`;
}

function queryRequest(
  call: Call,
  caller: Caller,
  network: string | null,
): QueryRequest {
  const { component, path } = splitAddress(call.path);
  return {
    path: strippedPath(path),
    args: JSON.stringify(call.args),
    caller,
    component,
    journal: null,
    network,
  };
}

/** @throws HttpError 400 */
function parseCall(body: JsonObject): Call {
  const { path, args, format, componentPath } = body;
  if (typeof path !== "string" || path === "") throw badBody("path");
  const component = componentPath ?? "";
  if (typeof component !== "string") throw badBody("componentPath");
  return {
    path: inComponent(component, path),
    args: parseArgs(args),
    format: parseFormat(format),
  };
}

/** An object, or the older form: a list with one object. */
function parseArgs(given: JsonValue | undefined): JsonValue {
  const args = Array.isArray(given) ? (given[0] ?? {}) : given;
  if (typeof args !== "object" || args === null) throw badBody("args");
  const fault = faultIn(args);
  if (fault !== null) throw badBody(`args ${fault}`);
  return args;
}

function parseArgsText(text: string | null): JsonValue {
  try {
    return parseJson(text ?? "{}");
  } catch {
    throw badBody("args");
  }
}

function fields(body: JsonValue): JsonObject {
  if (typeof body === "object" && body !== null && !Array.isArray(body))
    return body;
  throw badBody("an object is expected");
}

function badBody(what: string): HttpError {
  return new HttpError(400, "BadJsonBody", `Invalid request: ${what}`);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badBody("path");
  }
}

/** The message is the backend's, which has no separate code for this. */
function outOfRetention(error: unknown): never {
  if (error instanceof OutOfRetention)
    throw new HttpError(
      503,
      "OutOfRetention",
      "Your request couldn't be completed. Try again later.",
    );
  throw error;
}
