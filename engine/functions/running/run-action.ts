/** Runs actions and HTTP actions: at most once, in a worker of the code that is deployed when they begin. */
import type { Database } from "../../transactions/transaction-types.ts";
import { actionSyscalls, type Nested } from "../actions/action-calls.ts";
import { BodySender } from "../actions/body-channel.ts";
import { textResponse } from "../actions/http.ts";
import type { Exchange, TaskOutcome } from "../actions/job.ts";
import type { HttpResponse, Task } from "../actions/protocol.ts";
import { networkBehind, resolveCall, type CallRequest } from "./calls.ts";
import { routeHttp } from "../http-routing.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { FunctionPath } from "../paths.ts";
import {
  complaint,
  FunctionThrew,
  fullText,
  type Telling,
  type Thrown,
} from "../thrown.ts";
import { checkResult } from "../validation.ts";
import type { VectorIndexes } from "../vectors/vector-indexes.ts";

export type ActionRunContext = Telling & {
  readonly database: Database;
  /** The current deployment; null before the first deploy. */
  readonly deployment: () => LoadedDeployment | null;
  readonly nested: Nested;
  readonly vectors: VectorIndexes;
};

/** How an HTTP action ended. */
export type Ending = {
  /** Why its answer is an error, or broke off. */
  readonly thrown: Thrown | null;
  readonly logLines: readonly string[];
};

/** The answer of an HTTP action, whose body may still be incomplete. */
export type Answered = {
  readonly response: Response;
  readonly ending: Ending | Promise<Ending>;
};

/** Reading the request failed, and so did the action. `cause` is the read error. */
export class RequestBroken extends Error {}

/**
 * @param onLog gets the log lines, also when the action fails.
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
    isNode: code.isNode(info.path.module),
    ...info.path,
    args,
    requestId: request.requestId,
  });
  onLog(outcome.logLines);
  if (outcome.kind === "thrown") throw new FunctionThrew(outcome.thrown);
  // Guard untested: a worker gives nothing else; the check is for the type.
  if (outcome.kind !== "result") throw complaint("The action gave no result");
  checkResult(info, outcome.result, code.tables);
  return outcome.result;
}

/**
 * Answers 404 without a route, 500 when the handler failed, 413 for a body that is too large.
 * @param request its body is read as the action reads it; its signal aborts when the client is gone.
 * @throws RequestBroken
 */
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
  const { method, url, headers } = request;
  const stream = ["GET", "HEAD", "OPTIONS"].includes(method)
    ? null
    : request.body;
  const sender = stream && new BodySender(stream, () => new TooLarge());
  const body = sender && (await sender.begin().catch(brokenBy));
  if (body instanceof TooLarge) return answeredBefore(413, body.message);
  const path = { module: "http.js", name: "default" };
  const begun = Promise.withResolvers<Response>();
  const outcome = perform(
    context,
    call,
    code,
    path,
    {
      kind: "http",
      path: target.path,
      request: { method, url, headers: [...headers], body },
    },
    {
      sender,
      request,
      onResponse: (response, rest) => begun.resolve(responseOf(response, rest)),
    },
  );
  const first = await Promise.race([outcome, begun.promise]);
  if (first instanceof Response)
    return { response: first, ending: outcome.then(endingOf) };
  const ending = endingOf(first);
  if (first.kind === "response")
    return { response: responseOf(first.response), ending };
  const { broken } = sender ?? {};
  if (broken instanceof TooLarge) return answeredBefore(413, broken.message);
  if (broken !== undefined) brokenBy(broken);
  const thrown = ending.thrown ?? {
    message: "The HTTP action gave no response",
    frames: [],
  };
  return {
    response: errorResponse(thrown, call.requestId, context),
    ending,
  };
}

function endingOf(outcome: TaskOutcome): Ending {
  const { logLines } = outcome;
  return {
    thrown: outcome.kind === "thrown" ? outcome.thrown : null,
    logLines,
  };
}

class TooLarge extends Error {
  override readonly message = "HTTP actions support requests up to 20MiB.";
}

/** @throws RequestBroken */
function brokenBy(cause: unknown): TooLarge {
  if (cause instanceof TooLarge) return cause;
  throw new RequestBroken("the request broke off", { cause });
}

/** An answer without running anything. */
function answeredBefore(status: number, text: string): Answered {
  const response = responseOf(textResponse(status, text));
  return { response, ending: { thrown: null, logLines: [] } };
}

function perform(
  context: ActionRunContext,
  request: CallRequest,
  code: LoadedDeployment,
  path: FunctionPath,
  task: Task,
  exchange: Exchange | null = null,
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
  return code.pool.run(task, answer, {
    exchange,
    network: networkBehind(request),
  });
}

function responseOf(
  { status, headers, body }: HttpResponse,
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const isBodiless = status === 204 || status === 205 || status === 304;
  const whole = body && (body.start as Uint8Array<ArrayBuffer>);
  return new Response(isBodiless ? null : (stream ?? whole), {
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
