/** A client that speaks the protocol by hand. It checks that every Transition starts at the previous end. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";

export type ServerMessage = { type: string; [field: string]: unknown };
export type Version = { querySet: number; identity: number; ts: string };

export class RawClient {
  readonly ws: WebSocket;
  readonly messages: ServerMessage[] = [];
  /** Latest value or error of each query id. */
  readonly results = new Map<number, unknown>();
  readonly sessionId = randomUUID();
  version: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
  closed: { code: number; reason: string } | null = null;
  #wake: (() => void)[] = [];
  #read = 0;

  constructor(url: string, options?: { origin?: string }) {
    this.ws = new WebSocket(url, { perMessageDeflate: false, ...options });
    this.ws.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ServerMessage;
      this.messages.push(message);
      if (message.type === "Transition") this.#follow(message);
      this.#wakeAll();
    });
    this.ws.on("close", (code: number, reason: Buffer) => {
      this.closed = { code, reason: reason.toString() };
      this.#wakeAll();
    });
    this.ws.on("error", () => undefined);
  }

  static async open(url: string): Promise<RawClient> {
    const client = new RawClient(url);
    await once(client.ws, "open");
    client.connect();
    return client;
  }

  send(message: object): void {
    this.ws.send(JSON.stringify(message));
  }

  call(
    type: "Mutation" | "Action",
    requestId: number,
    udfPath: string,
    args: object = {},
  ): void {
    this.send({ type, requestId, udfPath, args: [args] });
  }

  connect(fields: object = {}): void {
    this.send({
      type: "Connect",
      sessionId: this.sessionId,
      connectionCount: 0,
      lastCloseReason: "InitialConnect",
      clientTs: Date.now(),
      ...fields,
    });
  }

  /** One ModifyQuerySet that adds and removes these. */
  modify(
    baseVersion: number,
    add: [
      queryId: number,
      udfPath: string,
      args?: object,
      journal?: string | null,
    ][],
    remove: number[] = [],
  ): void {
    this.send({
      type: "ModifyQuerySet",
      baseVersion,
      newVersion: baseVersion + 1,
      modifications: [
        ...remove.map((queryId) => ({ type: "Remove", queryId })),
        ...add.map(([queryId, udfPath, args = {}, journal]) => ({
          type: "Add",
          queryId,
          udfPath,
          args: [args],
          ...(journal === undefined ? {} : { journal }),
        })),
      ],
    });
  }

  /** The next unread message of this type; skips all others. */
  async next(type: string): Promise<ServerMessage> {
    for (;;) {
      const message = this.messages[this.#read];
      if (message === undefined) {
        if (this.closed !== null)
          throw new Error(`closed (${this.closed.code}) before ${type}`);
        await this.#change();
        continue;
      }
      this.#read++;
      if (message.type === type) return message;
    }
  }

  /** Waits until the condition holds. The test's time limit ends it otherwise. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.#change();
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    await this.until(() => this.closed !== null);
    return this.closed ?? { code: 0, reason: "" };
  }

  close(): void {
    this.ws.terminate();
  }

  #follow(message: ServerMessage): void {
    const start = message["startVersion"] as Version;
    if (JSON.stringify(start) !== JSON.stringify(this.version))
      throw new Error(
        `gap: at ${JSON.stringify(this.version)}, got ${JSON.stringify(start)}`,
      );
    this.version = message["endVersion"] as Version;
    for (const change of message["modifications"] as ServerMessage[]) {
      const queryId = change["queryId"] as number;
      if (change.type === "QueryRemoved") this.results.delete(queryId);
      else if (change.type === "QueryUpdated")
        this.results.set(queryId, change["value"]);
      else this.results.set(queryId, { error: change["errorMessage"] });
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #wakeAll(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}

/** Queries to add, numbered from 0. */
export const queries = (...paths: string[]) =>
  paths.map((path, id): [number, string] => [id, path]);

/** Nanoseconds of a timestamp on the wire. */
export const nanos = (ts: unknown) =>
  Buffer.from(String(ts), "base64").readBigUInt64LE();
