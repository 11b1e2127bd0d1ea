/** A client on a simulated socket: subscribes, follows the Transitions, and reports protocol errors. */
import type { Connection } from "../../sync/connection.ts";
import type { Session } from "../../sync/session.ts";
import { must } from "../../values/user-error.ts";
import { nanos } from "../../tests/sync/raw-client.ts";
import type { Program } from "../../tests/transactions/programs.ts";

/** What a client showed at one timestamp: values of its queries, as JSON. */
export type Shown = {
  /** Microseconds. */
  readonly ts: number;
  readonly values: readonly (readonly [program: Program, value: string])[];
};

type Version = { querySet: number; identity: number; ts: string };
type Message = {
  readonly type: string;
  readonly startVersion: Version;
  readonly endVersion: Version;
  readonly modifications: readonly {
    readonly type: string;
    readonly queryId: number;
    readonly value: unknown;
  }[];
  readonly ts?: string;
};

/** Answers are not stored here, so all clients may use the same id. */
const SESSION = "00000000-0000-0000-0000-000000000000";
const START: Version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

export class SimulatedClient {
  readonly shown: Shown[] = [];
  /** Errors found, in words. */
  readonly wrong: string[] = [];
  readonly #name: string;
  readonly #open: (connection: Connection) => Session;
  readonly #queries = new Map<number, Program>();
  readonly #values = new Map<number, string>();
  #session: Session;
  #connection: SimulatedConnection;
  #version = START;
  #querySet = 0;
  /** The newest timestamp seen, on any socket, and the newest acknowledged commit. */
  #observed = START.ts;
  #acknowledged = START.ts;
  #connections = 0;
  #nextId = 0;

  /** @param open returns the server's end of a connection */
  constructor(name: string, open: (connection: Connection) => Session) {
    this.#name = name;
    this.#open = open;
    [this.#connection, this.#session] = this.#connect();
  }

  watch(program: Program): void {
    const queryId = this.#nextId++;
    this.#queries.set(queryId, program);
    this.#modify([add(queryId, program)]);
  }

  /** Stops watching its oldest query. */
  unwatch(): void {
    const [queryId] = this.#queries.keys();
    if (queryId === undefined) return;
    this.#queries.delete(queryId);
    this.#modify([{ type: "Remove", queryId }]);
  }

  mutate(program: Program): void {
    this.#send({
      ...{ type: "Mutation", requestId: this.#nextId++ },
      ...{ udfPath: "m", args: [{ program }] },
    });
  }

  /** Drops the socket and opens another one, with everything that is watched. */
  reconnect(): void {
    this.#connection.isOpen = false;
    this.#session.end();
    [this.#connection, this.#session] = this.#connect();
    this.#modify([...this.#queries].map(([id, program]) => add(id, program)));
  }

  /** Stops reading for a while. @returns a function that ends the pause */
  stall(): () => Session {
    const [connection, session] = [this.#connection, this.#session];
    connection.isCongested = true;
    return () => {
      connection.isCongested = false;
      return session;
    };
  }

  /** Reports whether it was shown everything that it was promised. */
  end(): void {
    if (nanos(this.#acknowledged) > nanos(this.#observed))
      this.#complain("was acknowledged a commit and never shown it");
    if (this.#version.querySet !== this.#querySet)
      this.#complain("was never shown the queries that it asked for last");
    this.#show();
  }

  #connect(): [SimulatedConnection, Session] {
    const connection = new SimulatedConnection(
      (text) => this.#hear(connection, JSON.parse(text) as Message),
      (why) => this.#complain(`was closed: ${why}`),
    );
    const session = this.#open(connection as unknown as Connection);
    this.#version = START;
    this.#querySet = 0;
    this.#values.clear();
    const hello = {
      ...{ type: "Connect", sessionId: SESSION },
      connectionCount: this.#connections++,
      maxObservedTimestamp: this.#observed,
    };
    session.receive(JSON.stringify(hello));
    return [connection, session];
  }

  #send(message: object): void {
    this.#session.receive(JSON.stringify(message));
  }

  #modify(modifications: readonly object[]): void {
    const baseVersion = this.#querySet++;
    this.#send({
      ...{ type: "ModifyQuerySet", baseVersion },
      ...{ newVersion: this.#querySet, modifications },
    });
  }

  #hear(connection: SimulatedConnection, message: Message): void {
    if (connection !== this.#connection) return;
    if (message.type === "MutationResponse") {
      if (message.ts && nanos(message.ts) > nanos(this.#acknowledged))
        this.#acknowledged = message.ts;
      return;
    }
    if (message.type !== "Transition")
      return this.#complain(`got ${JSON.stringify(message)}`);
    const { startVersion, endVersion, modifications } = message;
    if (JSON.stringify(startVersion) !== JSON.stringify(this.#version))
      this.#complain("got a Transition that leaves a gap");
    if (nanos(endVersion.ts) < nanos(this.#observed))
      this.#complain("was taken back in time");
    this.#version = endVersion;
    this.#observed = endVersion.ts;
    for (const { type, queryId, value } of modifications)
      if (type === "QueryUpdated")
        this.#values.set(queryId, JSON.stringify(value));
      else if (type === "QueryRemoved") this.#values.delete(queryId);
      else this.#complain(`got ${type}`);
    if (endVersion.querySet === this.#querySet) this.#show();
  }

  #show(): void {
    const ts = Number(nanos(this.#observed) / 1000n);
    const values = [...this.#queries].map(
      ([id, program]) => [program, this.#values.get(id) ?? "nothing"] as const,
    );
    this.shown.push({ ts, values });
  }

  #complain(what: string): void {
    this.wrong.push(`${this.#name} ${what}`);
  }
}

function add(queryId: number, program: Program): object {
  const call = { udfPath: "q", args: [{ program }] };
  return { type: "Add", queryId, ...call };
}

/** The parts of a connection that a session uses. */
class SimulatedConnection {
  isOpen = true;
  isCongested = false;
  readonly #hear: (text: string) => void;
  readonly #closed: (why: string) => void;

  constructor(hear: (text: string) => void, closed: (why: string) => void) {
    this.#hear = hear;
    this.#closed = closed;
  }

  send(frame: Buffer): void {
    const length = must(frame[1], "a length");
    const header = length < 126 ? 2 : length === 126 ? 4 : 10;
    this.sendText(frame.toString("utf8", header));
  }

  sendText(text: string): void {
    if (this.isOpen) this.#hear(text);
  }

  sendTextWith(text: string, next: () => void): void {
    this.sendText(text);
    next();
  }

  close(code: number, reason: string): void {
    this.isOpen = false;
    this.#closed(`${code} ${reason}`);
  }

  markClosed(): void {
    this.isOpen = false;
  }
}
