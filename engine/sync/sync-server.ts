/**
 * All sockets: accepts them, keeps them alive, closes silent or stuck ones, and shuts down. The HTTP server is in
 * http/, the messages in session.ts.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import type { RequestInfo } from "../functions/function-types.ts";
import {
  SubscriptionManager,
  type SubscriptionSources,
} from "../reactivity/subscription-manager.ts";
import type { Limits } from "./caller-limits.ts";
import type { MemoryBudget } from "../memory/memory-budget.ts";
import { networkOf } from "../values/network.ts";
import type { Authenticator } from "./callers.ts";
import { CLOSE, Connection, type CoarseClock } from "./connection.ts";
import { onSmallFrame } from "./incoming.ts";
import { MessageTurns } from "./message-turns.ts";
import type { AllowOrigin } from "./origin.ts";
import { Publisher } from "./publisher.ts";
import { refuse } from "./refuse.ts";
import { PING_FRAME } from "./server-messages.ts";
import { Session, type SessionHost } from "./session.ts";
import { sharesOf } from "./socket-shares.ts";
import { TransitionFrames } from "./transition-frames.ts";

/** `ws` gets a limit far above the engine's: see incoming.ts. */
const WS_LIMIT = 2 ** 30;

/** Periods of the Convex backend and of its client, ms. */
const TICK_MS = 1000;
const PING_AFTER_MS = 15_000;
const PROBE_AFTER_MS = 30_000;
const SILENT_MS = 120_000;
/** Additional timeouts of this server, for Connect and for reading what was sent, ms. */
const CONNECT_WITHIN_MS = 30_000;
const STUCK_MS = 120_000;

export type SyncOptions = SubscriptionSources & {
  readonly runner: SessionHost["runner"];
  readonly authenticator: Authenticator;
  readonly allowOrigin: AllowOrigin;
  readonly limits: Limits;
  /** The memory budget of the process, shared with the HTTP server. */
  readonly memory: MemoryBudget;
  readonly catchUp: SessionHost["catchUp"];
  /** Receives faults of the engine, never clients' mistakes. */
  readonly report: (error: unknown) => void;
};

type Member = { readonly session: Session; readonly ip: string };

/** Sockets that a network may open in a second: a full shop's phones come back after a restart within two. */
const OPENED_PER_SECOND = 64;

export class SyncServer {
  readonly subscriptions: SubscriptionManager;
  readonly #options: SyncOptions;
  readonly #host: SessionHost;
  readonly #publisher: Publisher;
  readonly #frames = new TransitionFrames();
  readonly #members = new Map<WebSocket, Member>();
  /** Open sockets by household and by network. */
  readonly #open = new Map<string, number>();
  /** Sockets opened since the last tick, by network. */
  readonly #opened = new Map<string, number>();
  readonly #clock: CoarseClock = { now: performance.now() };
  readonly #acceptor: WebSocketServer;
  readonly #ticker: NodeJS.Timeout;
  #closing = false;

  constructor(options: SyncOptions) {
    this.#options = options;
    const publisher = new Publisher((query, error) => {
      options.report(error);
      for (const watcher of [...query.watchers]) watcher.failed();
    });
    this.#publisher = publisher;
    this.subscriptions = new SubscriptionManager(options, publisher);
    this.#host = {
      runner: options.runner,
      subscriptions: this.subscriptions,
      lastTs: () => options.database.lastTs,
      catchUp: options.catchUp,
      authenticator: options.authenticator,
      frames: this.#frames,
      limits: options.limits,
      turns: publisher,
      messages: new MessageTurns(),
      report: options.report,
    };
    this.#acceptor = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Compression costs more CPU than the rest of a fan-out, and frames are shared.
      perMessageDeflate: false,
      maxPayload: WS_LIMIT,
    });
    this.#ticker = setInterval(() => this.tick(), TICK_MS).unref();
  }

  get connections(): number {
    return this.#members.size;
  }

  /** Matches `/api/sync` and `/api/<client version>/sync`. */
  static isSyncPath(pathname: string): boolean {
    return /^\/api\/(?:[^/]+\/)?sync$/.test(pathname);
  }

  /** Answers an upgrade request whose path is a sync path. */
  accept(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    info: RequestInfo,
  ): void {
    const { origin, host = "" } = request.headers;
    if (this.#closing) return refuse(socket, "503 Service Unavailable");
    if (origin !== undefined && !this.#options.allowOrigin(origin, host))
      return refuse(socket, "403 Forbidden");
    if (this.#isFull(info.ip ?? "") || this.#isHasty(info.ip ?? ""))
      return refuse(socket, "429 Too Many Requests");
    this.#acceptor.handleUpgrade(request, socket, head, (ws) =>
      this.#join(ws, socket, info),
    );
  }

  /** Checks all sockets; called once a second. `now` is for tests. */
  tick(now = performance.now()): void {
    this.#clock.now = now;
    this.#frames.clear();
    this.#opened.clear();
    for (const { session } of this.#members.values()) {
      const { connection } = session;
      const silent = now - connection.lastReceived;
      const stuck = connection.congestedSince;
      if (silent > SILENT_MS) connection.terminate();
      else if (stuck !== null && now - stuck > STUCK_MS) connection.terminate();
      else if (
        !session.isConnected &&
        now - connection.openedAt > CONNECT_WITHIN_MS
      )
        connection.close(CLOSE.policyViolation, "ConnectTimeout");
      else {
        if (now - connection.lastSent >= PING_AFTER_MS)
          connection.send(PING_FRAME);
        if (
          silent >= PROBE_AFTER_MS &&
          now - connection.lastPing >= PROBE_AFTER_MS
        )
          connection.ping();
      }
    }
  }

  /**
   * Accepts no more sockets and closes all, so that clients reach the next process within a second. Resolves when all
   * are gone; those that do not answer are terminated after five seconds.
   */
  async close(): Promise<void> {
    this.#closing = true;
    this.subscriptions.stop();
    clearInterval(this.#ticker);
    const gone = [...this.#members].map(
      ([ws, { session }]) =>
        new Promise<void>((resolve) => {
          ws.once("close", () => resolve());
          session.connection.close(
            CLOSE.restart,
            "InternalServerError: restarting",
          );
        }),
    );
    await Promise.all(gone);
  }

  #join(ws: WebSocket, socket: Socket, info: RequestInfo): void {
    const { memory, limits } = this.#options;
    const ip = info.ip ?? "";
    const account = memory.open(networkOf(ip), limits.anonymous.held, () =>
      session.evict(),
    );
    const connection = new Connection(ws, socket, this.#clock, account);
    const session = new Session(this.#host, connection, info, account);
    this.#members.set(ws, { session, ip });
    this.#count(ip, 1);
    const clock = this.#clock;
    ws.on("message", (data: Buffer, isBinary: boolean) => {
      connection.lastReceived = clock.now;
      connection.completed();
      if (isBinary) connection.close(CLOSE.unsupportedData, "text frames only");
      else session.receive(data.toString("utf8"));
    });
    ws.on("pong", () => {
      connection.lastReceived = clock.now;
    });
    onSmallFrame(ws, () => connection.smallFrame());
    // Protocol errors and resets: `ws` closes with the right code, and `close` follows.
    ws.on("error", () => connection.markClosed());
    ws.on("close", () => this.#leave(ws));
    // Runs after the listener of `ws`, so only the unfinished rest is left.
    socket.on("data", () => session.arrived());
    socket.on("drain", () => {
      connection.drained();
      this.#publisher.wake(session);
    });
  }

  #leave(ws: WebSocket): void {
    const member = this.#members.get(ws);
    if (member === undefined) return;
    const { session, ip } = member;
    this.#members.delete(ws);
    this.#count(ip, -1);
    this.#publisher.forget(session);
    session.end();
  }

  #isFull(ip: string): boolean {
    const { sockets } = this.#options.limits;
    return [...sharesOf(ip)].some(
      ([name, share]) => (this.#open.get(name) ?? 0) >= share * sockets,
    );
  }

  /** Counts a socket that is to be opened. @returns true when its network has opened too many just now */
  #isHasty(ip: string): boolean {
    const network = networkOf(ip);
    if (network === null) return false;
    const opened = (this.#opened.get(network) ?? 0) + 1;
    this.#opened.set(network, opened);
    return opened > OPENED_PER_SECOND;
  }

  #count(ip: string, change: 1 | -1): void {
    for (const name of sharesOf(ip).keys()) {
      const count = (this.#open.get(name) ?? 0) + change;
      if (count > 0) this.#open.set(name, count);
      else this.#open.delete(name);
    }
  }
}
