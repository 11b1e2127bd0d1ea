/**
 * Runs actions and HTTP actions: at most once, in a worker of the code that is deployed when they begin.
 * What they ask the engine meanwhile is answered by actions/action-calls.ts.
 */
import type { Database } from "../transactions/transaction-types.ts";
import { actionSyscalls, type Nested } from "./actions/action-calls.ts";
import { MAX_BODY, textResponse } from "./actions/http.ts";
import type { TaskOutcome } from "./actions/pool.ts";
import type { HttpRequest, HttpResponse, Task } from "./actions/protocol.ts";
import { resolveCall, type CallRequest } from "./calls.ts";
import { routeHttp } from "./http-routing.ts";
import type { LoadedDeployment } from "./loaded-deployment.ts";
import type { FunctionPath } from "./paths.ts";
import {
  complaint,
  FunctionThrew,
  fullText,
  type Telling,
  type Thrown,
} from "./thrown.ts";
import { checkResult } from "./validation.ts";
import type { VectorIndexes } from "./vectors/vector-indexes.ts";

export type ActionRunContext = Telling & {
  readonly database: Database;
  /** What is deployed now; null before the first deploy. */
  readonly deployment: () => LoadedDeployment | null;
  readonly nested: Nested;
  readonly vectors: VectorIndexes;
};

/** What came of an HTTP action. */
export type Answered = {
  readonly response: Response;
  /** Why it is an error. */
  readonly thrown: Thrown | null;
  readonly logLines: readonly string[];
};

/**
 * @param onLog told the log lines, also when the action fails.
 * @returns JSON text of the result. Rejects with FunctionThrew.
 */
export async function runAction(
  context: ActionRunContext,
  request: CallRequest,
  onLog: (lines: readonly string[]) => void,
): Promise<string> {
  const deployment = context.deployment();
  const { code, info, args } = resolveCall(request, deployment, "Action", null);
  const outcome = await perform(context, request, code, info.path, {
    kind: "action",
    ...info.path,
    args,
    requestId: request.requestId,
  });
  onLog(outcome.logLines);
  if (outcome.kind === "thrown") throw new FunctionThrew(outcome.thrown);
  if (outcome.kind !== "result") throw complaint("The action gave no result");
  checkResult(info, outcome.result, code.tables);
  return outcome.result;
}

/** Always an answer: 404 without a route, 500 when the handler failed, 413 for a body that is too large. */
export async function runHttpAction(
  context: ActionRunContext,
  call: CallRequest,
  request: Request,
): Promise<Answered> {
  const deployment = context.deployment();
  const { pathname } = new URL(request.url);
  const target =
    deployment && routeHttp(deployment.http, request.method, pathname);
  const code = target && deployment.components.get(target.component);
  if (!code)
    return answeredBefore(
      404,
      "This Convex deployment does not have HTTP actions enabled.",
    );
  const body = await bodyOf(request);
  if (body !== null && body.byteLength > MAX_BODY)
    return answeredBefore(413, "HTTP actions support requests up to 20MiB.");
  const path = { module: "http.js", name: "default" };
  const outcome = await perform(context, call, code, path, {
    kind: "http",
    path: target.path,
    request: plain(request, body),
  });
  const { logLines } = outcome;
  if (outcome.kind === "response")
    return { response: responseOf(outcome.response), thrown: null, logLines };
  const thrown =
    outcome.kind === "thrown"
      ? outcome.thrown
      : { message: "The HTTP action gave no response", frames: [] };
  return {
    response: errorResponse(thrown, call.requestId, context),
    thrown,
    logLines,
  };
}

/** Without running anything. */
function answeredBefore(status: number, text: string): Answered {
  const response = responseOf(textResponse(status, text));
  return { response, thrown: null, logLines: [] };
}

function perform(
  context: ActionRunContext,
  request: CallRequest,
  code: LoadedDeployment,
  path: FunctionPath,
  task: Task,
): Promise<TaskOutcome> {
  const { database, nested, vectors } = context;
  const answer = actionSyscalls({
    database,
    nested,
    vectors,
    request,
    path,
    code: () => context.deployment()?.components.get(code.component) ?? code,
  });
  return code.pool.run(task, answer);
}

async function bodyOf(request: Request): Promise<Uint8Array | null> {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return null;
  return new Uint8Array(await request.arrayBuffer());
}

function plain(request: Request, body: Uint8Array | null): HttpRequest {
  const { method, url, headers } = request;
  return { method, url, headers: [...headers], body };
}

function responseOf({ status, headers, body }: HttpResponse): Response {
  const isBodiless = status === 204 || status === 205 || status === 304;
  return new Response(isBodiless ? null : (body as Uint8Array<ArrayBuffer>), {
    status,
    headers: headers as [string, string][],
  });
}

/** As `RedactedJsError::to_http_response_parts` of the backend. */
function errorResponse(
  thrown: Thrown,
  requestId: string,
  { showErrors }: Telling,
): Response {
  const text = showErrors ? `Server Error: ${thrown.message}` : "Server Error";
  return Response.json(
    {
      code: `[Request ID: ${requestId}] ${text}`,
      ...(showErrors ? { trace: fullText(thrown) } : {}),
      ...(thrown.data === undefined ? {} : { data: thrown.data }),
    },
    { status: 500 },
  );
}
