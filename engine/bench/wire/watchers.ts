/** Watchers of one value, as cheap as can be: a frame is searched for a marker like `"seq":` and its number. */
import { clientFrame, Opcode } from "./frames.ts";
import { RawSocket } from "./raw-socket.ts";

/** How a watcher speaks to one kind of server. */
export type WatcherProtocol = {
  readonly port: number;
  readonly path: string | ((index: number) => string);
  readonly subprotocol?: string;
  /** The text before the number in a frame; `"seq":` when absent. Frames without it are not counted. */
  readonly marker?: string;
  /** Sent right after the upgrade, in order. */
  readonly hello: (index: number) => readonly string[];
  /** The number in a frame, null when it has none; for protocols where the marker does not suffice. */
  readonly numberIn?: (payload: Buffer) => number | null;
  /** Reads a text that carries no number. Its answer, if any, is sent. */
  readonly reply?: (payload: Buffer) => string | null;
};

type Watcher = {
  socket: RawSocket | null;
  seq: number;
  frames: number;
  /** Copy of the newest frame that carried a number. */
  last: Buffer;
};

const DEFAULT_MARKER = '"seq":';
const OPENING_AT_ONCE = 50;

function numberAfter(marker: Buffer, payload: Buffer): number | null {
  const at = payload.lastIndexOf(marker);
  if (at < 0) return null;
  const from = at + marker.length;
  return parseFloat(
    payload.toString("latin1", from, Math.min(from + 20, payload.length)),
  );
}

export class Watchers {
  readonly #all: Watcher[] = [];
  #target = -1;
  #missing = 0;
  #arrived: ((at: number) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;
  #closing = false;

  /** Opens `count` watchers; resolves when each has its first value. */
  static async open(count: number, protocol: WatcherProtocol) {
    const pool = new Watchers();
    for (let from = 0; from < count; from += OPENING_AT_ONCE)
      await Promise.all(
        Array.from(
          { length: Math.min(OPENING_AT_ONCE, count - from) },
          (_, i) => pool.#openOne(from + i, protocol),
        ),
      );
    return pool;
  }

  get count(): number {
    return this.#all.length;
  }

  /** Frames with a number that all watchers together have received. */
  get frames(): number {
    return this.#all.reduce((sum, watcher) => sum + watcher.frames, 0);
  }

  /** The newest frame of each watcher. */
  get lastFrames(): readonly Buffer[] {
    return this.#all.map((watcher) => watcher.last);
  }

  /** When every watcher has received `seq`, by performance.now(). Call it before the write. @throws when one is lost */
  allSee(seq: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#target = seq;
      this.#missing = this.#all.filter((w) => w.seq < seq).length;
      if (this.#missing === 0) return resolve(performance.now());
      this.#arrived = resolve;
      this.#failed = reject;
    });
  }

  /** @throws Error unless every watcher's newest number is `seq`. */
  assertAllAt(seq: number): void {
    const wrong = this.#all.filter((watcher) => watcher.seq !== seq);
    if (wrong.length > 0)
      throw new Error(
        `${wrong.length} of ${this.count} watchers do not show ${seq}, e.g. ${wrong[0]?.seq}.`,
      );
  }

  /** The watchers read nothing more until `resume`. */
  pause(): void {
    for (const watcher of this.#all) watcher.socket?.pause();
  }

  resume(): void {
    for (const watcher of this.#all) watcher.socket?.resume();
  }

  close(): void {
    this.#closing = true;
    for (const watcher of this.#all) watcher.socket?.destroy();
  }

  async #openOne(index: number, protocol: WatcherProtocol): Promise<void> {
    const watcher: Watcher = {
      socket: null,
      seq: -1,
      frames: 0,
      last: Buffer.alloc(0),
    };
    this.#all[index] = watcher;
    const first = Promise.withResolvers<void>();
    const early: string[] = [];
    const marker = Buffer.from(protocol.marker ?? DEFAULT_MARKER);
    const numberIn =
      protocol.numberIn ?? ((payload: Buffer) => numberAfter(marker, payload));
    const send = (text: string) =>
      watcher.socket ? watcher.socket.sendText(text) : void early.push(text);
    const { path: where, subprotocol } = protocol;
    const path = typeof where === "string" ? where : where(index);
    watcher.socket = await RawSocket.open(
      protocol.port,
      path,
      {
        onText: (payload) => {
          const seq = numberIn(payload);
          if (seq === null) {
            const reply = protocol.reply?.(payload);
            if (reply) send(reply);
            return;
          }
          this.#receive(watcher, seq, payload);
          first.resolve();
        },
        onClose: (why) => {
          const lost = new Error(
            `Watcher ${index} lost its connection: ${why}.`,
          );
          first.reject(lost);
          if (!this.#closing) this.#failed?.(lost);
        },
      },
      subprotocol,
    );
    for (const text of [...protocol.hello(index), ...early])
      watcher.socket.sendFrame(clientFrame(Opcode.text, text));
    await first.promise;
  }

  #receive(watcher: Watcher, seq: number, payload: Buffer): void {
    watcher.frames++;
    if (watcher.last.length === payload.length) payload.copy(watcher.last);
    else watcher.last = Buffer.from(payload);
    const was = watcher.seq;
    watcher.seq = seq;
    if (was >= this.#target || seq < this.#target) return;
    this.#missing--;
    if (this.#missing > 0 || !this.#arrived) return;
    const arrived = this.#arrived;
    this.#arrived = null;
    this.#failed = null;
    arrived(performance.now());
  }
}
