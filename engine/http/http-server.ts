/**
 * The two listening ports: the API origin (functions, sockets, files, deploys, the web client) and the site origin
 * (HTTP actions, which may use any path). Only dispatches requests.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MemoryBudget } from "../memory/memory-budget.ts";
import { NetworkTurns } from "../memory/network-turns.ts";
import type { AllowOrigin } from "../sync/origin.ts";
import { refuse } from "../sync/refuse.ts";
import { SyncServer } from "../sync/sync-server.ts";
import { networkOf } from "../values/network.ts";
import { createServer } from "../values/node-http.ts";
import { countBody, releaseBody, tooManyBodies } from "./body-memory.ts";
import { discardRest, sendJson, sendText } from "./body.ts";
import { forwardedOrigin, requestInfo } from "./client-address.ts";
import type { ClientFiles } from "./client-files.ts";
import {
  connectionLimits,
  Connections,
  type ConnectionLimits,
} from "./connections.ts";
import { answerPreflight, setCommonHeaders, setCors } from "./headers.ts";
import { answerHttpAction, type HttpActionOptions } from "./http-actions.ts";
import { HttpError, problemOf } from "./http-error.ts";
import { RouteTable, type Route } from "./route.ts";

export type HttpServerOptions = HttpActionOptions & {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Null opens no site port: HTTP actions are then only under `/http/` of the API port. */
  readonly sitePort: number | null;
  readonly routes: readonly Route[];
  readonly sync: SyncServer;
  /** The memory budget of the process, shared with the sockets. */
  readonly memory: MemoryBudget;
  /** Origins whose pages may read the API's answers. */
  readonly allowOrigin: AllowOrigin;
  /** The web client; without one `GET /` says that the deployment is running. */
  readonly client: ClientFiles | null;
  /** Whether the app has an HTTP action for the request. */
  readonly hasHttpAction: (method: string, pathname: string) => boolean;
  readonly report: (error: unknown) => void;
  /** For tests. */
  readonly connections?: ConnectionLimits;
  /** For tests. Time for headers, for the whole request, and without a client's reading on, ms. */
  readonly timeouts?: typeof TIMEOUTS;
};

const RUNNING =
  "This Convex deployment is running. See https://docs.convex.dev/.";
const HTTP_PREFIX = "/http";
/** Node's error code for a request that timed out. */
const TIMED_OUT = "ERR_HTTP_REQUEST_TIMEOUT";
type ClientError = Error & { readonly code?: string };
/**
 * Uploads may take two minutes, as on the backend. So may an answer stand still, as on a socket: Node looks once a minute,
 * and acts when nothing has changed since it looked last.
 */
const TIMEOUTS = { headers: 15_000, request: 120_000, unread: 60_000 };
const KEEP_ALIVE_MS = 65_000;
/** Time for requests in progress when the server stops, ms. */
const STOP_GRACE_MS = 8000;
/** Retry-After for clients refused for lack of room, s. */
const RETRY_AFTER_S = 1;
/**
 * Requests that a network, and all together, may begin in one turn of the event loop, and those of a network that may wait: a
 * crowd on one Wi-Fi has fewer.
 */
const BEGUN_AT_ONCE = 16;
const BEGUN_OF_ALL = 2 * BEGUN_AT_ONCE;
const MAX_WAITING = 1000;
/** Unanswered requests per connection: browsers and proxies wait for one answer before the next request. */
const MAX_OWED = 16;

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

export class HttpServer {
  readonly #options: HttpServerOptions;
  /** The pending answers of each connection, for pipelined requests. */
  readonly #answers = new WeakMap<Duplex, Set<ServerResponse>>();
  readonly #turns = new NetworkTurns({
    atOnce: BEGUN_AT_ONCE,
    atOnceOfAll: BEGUN_OF_ALL,
    maxWaiting: MAX_WAITING,
  });
  readonly #upgraded = new WeakSet<Duplex>();
  readonly #connections: Connections;
  readonly #routes: RouteTable;
  readonly #api: Server;
  readonly #site: Server | null;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#connections = new Connections(
      options.connections ?? connectionLimits(),
      (socket) =>
        !this.#upgraded.has(socket) && !this.#answers.get(socket)?.size,
    );
    this.#routes = new RouteTable(options.routes);
    this.#api = this.#create((request, response) =>
      this.#answerApi(request, response),
    );
    this.#api.on("upgrade", (request, socket, head) =>
      this.#upgrade(request, socket, head),
    );
    this.#site =
      options.sitePort === null
        ? null
        : this.#create((request, response) =>
            answerHttpAction(
              this.#options,
              request,
              response,
              request.url ?? "/",
            ),
          );
  }

  get #timeouts(): typeof TIMEOUTS {
    return this.#options.timeouts ?? TIMEOUTS;
  }

  /** Port of the API origin once listening. */
  get port(): number {
    return portOf(this.#api);
  }

  /** Port of the site origin once listening, null without one. */
  get sitePort(): number | null {
    return this.#site === null ? null : portOf(this.#site);
  }

  /** @throws Error of Node when a port is not available. */
  async listen(): Promise<void> {
    const { host, port, sitePort } = this.#options;
    await listen(this.#api, host, port);
    if (this.#site !== null) await listen(this.#site, host, sitePort ?? 0);
  }

  /**
   * Accepts no more requests, closes sockets so that clients reconnect later, and gives requests in progress some time.
   * Resolves when everything is closed.
   */
  async stop(): Promise<void> {
    const servers = this.#site === null ? [this.#api] : [this.#api, this.#site];
    const closed = servers.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    // Otherwise connections that become idle now stay open for another request.
    const idle = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, 50);
    const deadline = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, STOP_GRACE_MS);
    await this.#options.sync.close();
    await Promise.all(closed);
    clearInterval(idle);
    clearTimeout(deadline);
  }

  #create(answer: Answer): Server {
    const timeouts = this.#timeouts;
    const server: Server = createServer(
      {
        headersTimeout: timeouts.headers,
        requestTimeout: timeouts.request,
        connectionsCheckingInterval: Math.min(5000, timeouts.headers),
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Others are ignored, as RFC 9110 §7.8 says.
        shouldUpgradeCallback: ({ headers, socket }) => {
          const isTaken =
            server.listenerCount("upgrade") > 0 &&
            headers.upgrade?.toLowerCase() === "websocket";
          if (isTaken) this.#upgraded.add(socket);
          return isTaken;
        },
      },
      (request, response) => void this.#guard(request, response, answer),
    );
    const { behindProxy } = this.#options;
    server.on("connection", (socket) =>
      this.#connections.admit(
        socket,
        behindProxy ? null : (socket.remoteAddress ?? ""),
      ),
    );
    server.on("clientError", (error: ClientError, socket) => {
      // Guard untested: after other errors nothing more is read, so checking again finds nothing.
      if (error.code === TIMED_OUT) this.#afterReading(error, socket);
      else this.#refuse(error, socket);
    });
    return server;
  }

  /**
   * After the process was blocked, Node times out requests before it reads data that has arrived. This lets it read
   * first.
   */
  #afterReading(error: ClientError, socket: Duplex): void {
    const complete = this.#completeOn(socket);
    setImmediate(() => {
      const came = this.#completeOn(socket).filter(
        (response) => !complete.includes(response),
      );
      if (came.length === 0 && !socket.destroyed) this.#refuse(error, socket);
    });
  }

  /** Pending answers of a connection to complete requests. */
  #completeOn(socket: Duplex): ServerResponse[] {
    return [...(this.#answers.get(socket) ?? [])].filter(
      ({ req }) => req.complete,
    );
  }

  #refuse(error: ClientError, socket: Duplex): void {
    // The client would mistake an error for the answer before or during which it is sent.
    const others = [...(this.#answers.get(socket) ?? [])].filter(
      (response) => response.headersSent || response.req.complete,
    );
    if (others.length > 0) socket.destroy();
    else answerBroken(error, socket);
  }

  async #guard(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
  ): Promise<void> {
    const { behindProxy, memory } = this.#options;
    const { socket } = request;
    const answers = this.#answers.get(socket) ?? new Set();
    if (answers.size >= MAX_OWED) socket.destroy();
    // Requests already parsed in the same chunk still arrive after this.
    if (socket.destroyed) return;
    const origin = forwardedOrigin(request, behindProxy);
    setCommonHeaders(response, origin?.startsWith("https:") === true);
    const { ip } = requestInfo(request, behindProxy);
    const network = networkOf(ip ?? "");
    countBody(response, memory, network, () =>
      this.#answerError(request, response, tooManyBodies()),
    );
    this.#answers.set(socket, answers.add(response));
    response.once("close", () => {
      releaseBody(request);
      answers.delete(response);
    });
    // A silent answer may go on: its client has all there is.
    response.setTimeout(this.#timeouts.unread, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    try {
      // A turn lasts until the event loop's next one: many requests of strangers must not make it long for everybody.
      await this.#turns.run({ network }, async () => {
        void this.#answer(request, response, answer);
        await nextTurn();
      });
    } catch (error) {
      this.#answerError(request, response, error);
    }
  }

  /** Never rejects. */
  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
  ): Promise<void> {
    if (response.destroyed) return;
    try {
      if (hasTwoHosts(request)) {
        response.shouldKeepAlive = false;
        throw new HttpError(400, "BadHost", "There is more than one Host.");
      }
      await answer(request, response);
    } catch (error) {
      this.#answerError(request, response, error);
    }
  }

  #answerError(
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ): void {
    const { status, code, message } = problemOf(error);
    const isGone = response.destroyed || request.socket.destroyed;
    if (status === 500 && !isGone) this.#options.report(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.removeHeader("Content-Encoding");
    discardRest(request);
    if (status === 503) response.setHeader("Retry-After", RETRY_AFTER_S);
    sendJson(response, status, JSON.stringify({ code, message }));
  }

  async #answerApi(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const target = request.url ?? "/";
    const url = parseTarget(target);
    const { pathname } = url;
    const route = this.#routes.find(request.method ?? "GET", pathname);
    if (route === null && (await this.#isAction(request, pathname)))
      return answerHttpAction(this.#options, request, response, target);
    const isApi = pathname.startsWith("/api/");
    if (isApi || route !== null) {
      setCors(request, response, this.#options.allowOrigin);
      if (request.method === "OPTIONS")
        return answerPreflight(request, response);
    }
    if (route !== null) {
      if ("handle" in route) return route.handle(request, response, url);
      response.setHeader("Allow", route.join(", "));
      throw new HttpError(405, "MethodNotAllowed", "Another method is needed.");
    }
    if (pathname === HTTP_PREFIX || pathname.startsWith(`${HTTP_PREFIX}/`)) {
      const rest = target.slice(HTTP_PREFIX.length);
      const path = rest.startsWith("/") ? rest : `/${rest}`;
      return answerHttpAction(this.#options, request, response, path);
    }
    const { client } = this.#options;
    if (client !== null && !isApi) return client.answer(request, response, url);
    if (pathname === "/") return sendText(response, 200, RUNNING);
    throw new HttpError(404, "NotFound", "There is no such route.");
  }

  /** HTTP actions get paths that have no route or file, before the client's router does. */
  async #isAction(
    request: IncomingMessage,
    pathname: string,
  ): Promise<boolean> {
    const { client, hasHttpAction } = this.#options;
    const { method = "GET" } = request;
    if (!hasHttpAction(method, pathname)) return false;
    const isRead = method === "GET" || method === "HEAD";
    return !isRead || client === null || !(await client.has(pathname));
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { sync, behindProxy } = this.#options;
    const [pathname = ""] = (request.url ?? "").split("?");
    // Node has removed its own listener, and a reset without one would end the process.
    socket.on("error", () => socket.destroy());
    if (hasTwoHosts(request)) return refuse(socket, "400 Bad Request");
    if (!SyncServer.isSyncPath(pathname))
      return refuse(socket, "404 Not Found");
    const info = requestInfo(request, behindProxy);
    // Servers made by `createServer` of node:http hand out TCP sockets.
    sync.accept(request, socket as Socket, head, info);
  }
}

/** @throws HttpError 400 for a target that is not a path, such as the `*` of OPTIONS or an absolute URL. */
function parseTarget(target: string): URL {
  // After a host, every path is valid.
  if (target.startsWith("/")) return new URL(`http://localhost${target}`);
  throw new HttpError(400, "BadPath", "The path is not valid.");
}

/** Answers a request that Node could not parse, or that timed out. */
function answerBroken(error: ClientError, socket: Duplex): void {
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "431 Request Header Fields Too Large"
      : error.code === TIMED_OUT
        ? "408 Request Timeout"
        : "400 Bad Request";
  // Guard untested: a write to a closed socket has no effect either.
  if (socket.writable) refuse(socket, status);
  else socket.destroy();
}

/** Node takes the first one; a proxy in front may have taken the other (RFC 9112 §3.2). */
function hasTwoHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct.host?.length ?? 0) > 1;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null;
  // Guard untested: callers have listened first; the check is for the type.
  if (address === null) throw new Error("the server is not listening");
  return address.port;
}
