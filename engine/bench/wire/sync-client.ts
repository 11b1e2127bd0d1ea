/**
 * The official Convex sync protocol on a raw socket: queries, mutations, actions, sign-in by token. Checks what the
 * official client depends on (every startVersion equals the last endVersion). It never reconnects: the caller decides
 * what a lost connection means. Each bench run proves that it is equivalent to the real ConvexClient (equivalence.ts).
 */
import { randomUUID } from "node:crypto";
import { RawSocket } from "./raw-socket.ts";

export const SYNC_PATH = "/api/1.48.0/sync";
type Version = { querySet: number; identity: number; ts: string };
type Modification = {
  type: "QueryUpdated" | "QueryFailed" | "QueryRemoved";
  queryId: number;
  value?: unknown;
  errorMessage?: string;
  errorData?: unknown;
};
type ServerMessage =
  | {
      type: "Transition";
      startVersion: Version;
      endVersion: Version;
      modifications: Modification[];
    }
  | {
      type: "MutationResponse" | "ActionResponse";
      requestId: number;
      success: boolean;
      result: unknown;
      errorData?: unknown;
      ts?: string;
    }
  | { type: "FatalError" | "AuthError"; error: string }
  | { type: "Ping" };

/** The answer to a mutation or action. `at` is performance.now() of its arrival. */
export type Answer =
  | { ok: true; value: unknown; ts: bigint | null; at: number }
  | { ok: false; message: string; data: unknown; at: number };

type Waiting = {
  readonly path: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
};

export type QueryListener = (value: unknown, ts: bigint) => void;

type Listener = {
  readonly onValue: QueryListener;
  readonly onFailed: (error: Error) => void;
};

/** A connection that ended before the answer came: the outcome of the call is unknown. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** Decodes a number from eight little-endian bytes in base64. */
const decodeTimestamp = (text: string) =>
  Buffer.from(text, "base64").readBigUInt64LE();

/** A query's refusal as an error. The code is in the data, because the text may be hidden. */
function refusal({ errorMessage, errorData }: Modification): Error {
  const data = errorData === undefined ? "" : ` ${JSON.stringify(errorData)}`;
  return new Error(`${errorMessage ?? "QueryFailed"}${data}`);
}

export class SyncClient {
  readonly sessionId: string;
  /** Messages and bytes received so far. */
  readonly received = { frames: 0, bytes: 0 };
  #socket: RawSocket | null = null;
  #lost: Error | null = null;
  #nextRequest = 0;
  #nextQuery = 0;
  #querySet = 0;
  #identity = 0;
  #version: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<number, Listener>();
  readonly #authenticated: (() => void)[] = [];
  readonly #whenLost = new Set<(error: Error) => void>();

  private constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** Connects and sends Connect. `sessionId` lets a new connection continue an old session. */
  static async open(port: number, sessionId: string = randomUUID()) {
    const client = new SyncClient(sessionId);
    client.#socket = await RawSocket.open(port, SYNC_PATH, {
      onText: (payload) => {
        client.received.frames++;
        client.received.bytes += payload.length;
        client.#receive(payload.toString());
      },
      onClose: () => client.#fail(new ConnectionLost("The connection ended.")),
    });
    client.#send({
      type: "Connect",
      sessionId,
      connectionCount: 0,
      lastCloseReason: "InitialConnect",
      clientTs: Date.now(),
    });
    return client;
  }

  /** The error that ended this connection, if it has ended. */
  get lost(): Error | null {
    return this.#lost;
  }

  /** @throws ConnectionLost when the outcome stays unknown. */
  mutation(path: string, args: object): Promise<Answer> {
    return this.#call("Mutation", path, args, this.#nextRequest++);
  }

  /** As `mutation`, with a request number chosen by the caller: a repeated request of this session. */
  repeatMutation(requestId: number, path: string, args: object) {
    return this.#call("Mutation", path, args, requestId);
  }

  action(path: string, args: object): Promise<Answer> {
    return this.#call("Action", path, args, this.#nextRequest++);
  }

  /** `onValue` gets every value; a query that fails ends the connection unless `onFailed` is given. Returns its stop. */
  subscribe(
    path: string,
    args: object,
    onValue: QueryListener,
    onFailed?: (error: Error) => void,
  ): () => void {
    const queryId = this.#nextQuery++;
    this.#listeners.set(queryId, {
      onValue,
      onFailed: onFailed ?? ((error) => this.#fail(error)),
    });
    this.#modify({ type: "Add", queryId, udfPath: path, args: [args] });
    return () => {
      // `once` stops for each value that it gets, and one read of the socket can bring several.
      if (!this.#listeners.delete(queryId)) return;
      this.#modify({ type: "Remove", queryId });
    };
  }

  /** The first value of a query, then no longer watched. @throws Error with its refusal; the connection stays open */
  once(path: string, args: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#whenLost.add(reject);
      const ended = () => {
        this.#whenLost.delete(reject);
        queueMicrotask(stop);
      };
      const stop = this.subscribe(
        path,
        args,
        (value) => {
          resolve(value);
          ended();
        },
        (error) => {
          reject(error);
          ended();
        },
      );
    });
  }

  /** Signs this connection in; resolves when a Transition confirms it. */
  authenticate(token: string, tokenType: "User" | "Admin" = "User") {
    return new Promise<void>((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#whenLost.add(reject);
      this.#authenticated.push(() => {
        this.#whenLost.delete(reject);
        resolve();
      });
      this.#send({
        type: "Authenticate",
        baseVersion: this.#identity++,
        tokenType,
        value: token,
      });
    });
  }

  close(): void {
    this.#socket?.close();
  }

  destroy(): void {
    this.#socket?.destroy();
  }

  #call(
    type: "Mutation" | "Action",
    path: string,
    args: object,
    requestId: number,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#waiting.set(requestId, { path, resolve, reject });
      this.#send({ type, requestId, udfPath: path, args: [args] });
    });
  }

  #modify(modification: object): void {
    this.#send({
      type: "ModifyQuerySet",
      baseVersion: this.#querySet,
      newVersion: ++this.#querySet,
      modifications: [modification],
    });
  }

  #send(message: object): void {
    this.#socket?.sendText(JSON.stringify(message));
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case "Ping":
        return;
      case "FatalError":
      case "AuthError":
        return this.#fail(new Error(`${message.type}: ${message.error}`));
      case "Transition":
        return this.#applyTransition(message);
      case "MutationResponse":
      case "ActionResponse":
        return this.#settle(message);
      default:
        message satisfies never;
    }
  }

  #settle(
    message: Extract<
      ServerMessage,
      { type: "MutationResponse" | "ActionResponse" }
    >,
  ): void {
    const waiting = this.#waiting.get(message.requestId);
    if (!waiting) return;
    this.#waiting.delete(message.requestId);
    const at = performance.now();
    waiting.resolve(
      message.success
        ? {
            ok: true,
            value: message.result,
            ts: message.ts === undefined ? null : decodeTimestamp(message.ts),
            at,
          }
        : {
            ok: false,
            message: String(message.result),
            data: message.errorData,
            at,
          },
    );
  }

  #applyTransition(message: Extract<ServerMessage, { type: "Transition" }>) {
    const { startVersion: start, endVersion: end } = message;
    const last = this.#version;
    if (
      start.ts !== last.ts ||
      start.querySet !== last.querySet ||
      start.identity !== last.identity
    )
      return this.#fail(
        new Error(
          `Transition starts at ${JSON.stringify(start)}, the last one ended at ${JSON.stringify(last)}.`,
        ),
      );
    this.#version = end;
    if (end.identity !== start.identity)
      for (const done of this.#authenticated.splice(0)) done();
    const ts = decodeTimestamp(end.ts);
    for (const change of message.modifications) {
      const listener = this.#listeners.get(change.queryId);
      if (!listener) continue;
      if (change.type === "QueryFailed") listener.onFailed(refusal(change));
      if (change.type === "QueryUpdated") listener.onValue(change.value, ts);
    }
  }

  #fail(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    this.#socket?.destroy();
    for (const { path, reject } of this.#waiting.values())
      reject(
        error instanceof ConnectionLost
          ? new ConnectionLost(`${path}: ${error.message}`)
          : new Error(`${path}: ${error.message}`),
      );
    this.#waiting.clear();
    for (const reject of this.#whenLost) reject(error);
    this.#whenLost.clear();
  }
}
