/**
 * Connects Node's HTTP to the app's HTTP actions: `Request` in, `Response` out, streamed. The runner routes to the
 * action.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FunctionRunner } from "../functions/function-types.ts";
import type { Authenticator } from "../sync/callers.ts";
import { callerIfValid } from "./authorization.ts";
import { preferBody } from "./body-memory.ts";
import { discardRest, streamBody } from "./body.ts";
import { forwardedOrigin, requestInfo, whenGone } from "./client-address.ts";
import { removeCommonHeaders } from "./headers.ts";
import { HttpError } from "./http-error.ts";
import { untilRead } from "./unread-answers.ts";

/** As the backend (HTTP_ACTION_BODY_LIMIT), each way. */
const BODY_LIMIT = 20 * 1024 * 1024;

/** Headers for the next hop only, or set by Node. */
const HOP_HEADERS = new Set(
  "connection keep-alive proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);
/** `Request` needs this for a streamed body; its type lacks it. */
const STREAMED = { duplex: "half" };
const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);

export type HttpActionOptions = {
  readonly runner: Pick<FunctionRunner, "runHttpAction">;
  readonly authenticator: Authenticator;
  /** The value of CONVEX_SITE_URL. */
  readonly siteOrigin: () => string;
  readonly behindProxy: boolean;
};

/**
 * @param target path and query as the action gets them.
 * @throws HttpError 400 for another target, 405 for a method that no action can have.
 */
export async function answerHttpAction(
  options: HttpActionOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
): Promise<void> {
  const { authenticator, runner } = options;
  const caller = await callerIfValid(authenticator, request);
  if (caller.kind !== "anonymous") preferBody(request);
  const info = requestInfo(request, options.behindProxy);
  const answer = await runner.runHttpAction(
    toRequest(options, request, target, whenGone(response)),
    caller,
    info,
  );
  await send(answer, request, response);
  discardRest(request);
}

function toRequest(
  { siteOrigin, behindProxy }: HttpActionOptions,
  request: IncomingMessage,
  target: string,
  signal: AbortSignal,
): Request {
  const method = request.method ?? "GET";
  // `Request` rejects it.
  if (method === "TRACE")
    throw new HttpError(405, "MethodNotAllowed", "Another method is needed.");
  const origin = forwardedOrigin(request, behindProxy) ?? siteOrigin();
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    if (!HOP_HEADERS.has(name))
      for (const value of values ?? []) headers.append(name, value);
  // Concatenated, a path cannot be taken for a host; `*` and absolute URLs could.
  const url = `${origin}${target}`;
  if (!target.startsWith("/") || !URL.canParse(url))
    throw new HttpError(400, "BadPath", "The path is not valid.");
  const init = { method, headers, signal };
  if (BODILESS.has(method)) return new Request(url, init);
  const body = streamBody(request, BODY_LIMIT);
  headers.delete("content-encoding");
  return new Request(url, { ...init, body, ...STREAMED });
}

async function send(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) {
    await answer.body?.cancel();
    return;
  }
  removeCommonHeaders(response);
  for (const [name, value] of answer.headers)
    if (!HOP_HEADERS.has(name) && name !== "set-cookie")
      response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  // If the app sends a wrong length, the client mistakes the rest for the next answer, or waits for it.
  response.strictContentLength = true;
  response.writeHead(answer.status);
  if (answer.body === null || request.method === "HEAD") {
    await answer.body?.cancel();
    response.end();
    return;
  }
  // An event stream may begin with a long silence.
  response.flushHeaders();
  await stream(answer.body, response);
}

async function stream(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  let length = 0;
  const reader = body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > BODY_LIMIT) throw new Error("answer over 20 MiB");
      if (!response.write(value)) await untilRead(response);
    }
    response.end();
  } catch (error) {
    // The status is already sent, so break off: the client must see that the answer is incomplete.
    response.destroy();
    throw error;
  }
}
