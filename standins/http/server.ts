/** Listens, reads a whole request, finds its route and sends the answer. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "./answers.ts";
import {
  isOwnDoing,
  isOwnHost,
  isPassedOn,
  isThisMachine,
} from "./audience.ts";
import { findRoute, type Answer, type Route } from "./route.ts";

export type ServerOptions = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly routes: readonly Route[];
  readonly origin: () => string;
  /** Opens routes for this machine only to the whole network. */
  readonly trustNetwork: boolean;
  readonly logError: (what: string, error: unknown) => void;
};

/** Mails are the largest requests. */
const BODY_LIMIT = 1024 * 1024;

export async function listen(
  options: ServerOptions,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    answer(options, request).then(
      (result) => send(request, response, result),
      (error: unknown) => {
        options.logError(`${request.method} ${request.url}`, error);
        send(request, response, json(500, { message: "The stand-in failed." }));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function answer(
  options: ServerOptions,
  request: IncomingMessage,
): Promise<Answer> {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const found = findRoute(options.routes, request.method ?? "GET", path);
  if (found === null)
    return json(404, {
      error: {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${request.method}: ${path}).`,
      },
    });
  const { route, id } = found;
  if (route.audience === "machine" && !isAllowed(options, request))
    return json(403, { message: "Only for this machine." });
  const changes = route.method !== "GET";
  if (route.audience === "machine" && changes && !isOwnDoing(request.headers))
    return json(403, { message: "Not for other pages. Send JSON." });
  const bytes = await readBody(request);
  if (bytes === null) return json(413, { message: "The body is too large." });
  const { method = "GET", headers } = request;
  return route.handle(
    {
      ...{ method, path, query, headers: flat(headers) },
      ...{ body: bytes.toString("utf8"), bytes },
    },
    id,
  );
}

function isAllowed(options: ServerOptions, request: IncomingMessage): boolean {
  const isNear =
    options.trustNetwork ||
    (isThisMachine(request.socket.remoteAddress) &&
      !isPassedOn(request.headers));
  return isNear && isOwnHost(request.headers.host, options.origin());
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > BODY_LIMIT) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function flat(headers: IncomingMessage["headers"]) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  response.writeHead(status, {
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    "X-Content-Type-Options": "nosniff",
    // The unread rest of a body would be taken for the next request.
    ...(status === 413 && { Connection: "close" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
