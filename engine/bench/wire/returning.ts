/** Watchers that reconnect, after the official client's pauses. As protocol-blind and cheap as watchers.ts. */
import { clientFrame, Opcode } from "./frames.ts";
import { RawSocket } from "./raw-socket.ts";

/** As in convex/browser's web_socket_manager for a server that is gone: doubled each time, plus or minus half. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 16_000;
const OPENING_AT_ONCE = 50;

type Protocol = {
  readonly port: number;
  readonly path: string;
  /** Sent right after the upgrade, in order. */
  readonly hello: () => readonly string[];
};

export class ReturningWatchers {
  readonly #protocol: Protocol;
  readonly #sockets = new Set<RawSocket>();
  #attempts = 0;
  #closing = false;
  #shows = "";
  #missing = 0;
  #wanted: (() => void) | null = null;

  private constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  /** Opens `count` of them; resolves when each has received the text `shows`. */
  static async open(count: number, shows: string, protocol: Protocol) {
    const all = new ReturningWatchers(protocol);
    for (let opened = 0; opened < count; opened += OPENING_AT_ONCE) {
      const some = Math.min(OPENING_AT_ONCE, count - opened);
      const shown = all.show(shows, some, 1);
      for (let i = 0; i < some; i++) void all.#live();
      await shown;
    }
    return all;
  }

  /** Attempts to connect so far, including failed ones. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Resolves when this share of `count` new connections has received the text. Call it before the old ones are lost. */
  show(text: string, count: number, share: number): Promise<void> {
    this.#shows = text;
    this.#missing = Math.ceil(count * share);
    return new Promise((resolve) => (this.#wanted = resolve));
  }

  /** Drops all connections at once, as a failing network does. They reconnect. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#closing = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** One phone: connects, watches, and reconnects after each lost connection. */
  async #live(): Promise<void> {
    for (let retries = 0; !this.#closing; retries++) {
      const hasShown = await this.#connectOnce();
      if (hasShown) retries = 0;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS);
      const jitter = pause * (Math.random() - 0.5);
      await new Promise((resolve) => {
        // A pause that no longer matters must not keep the process alive.
        setTimeout(resolve, pause + jitter).unref();
      });
    }
  }

  /** Resolves when the connection is gone or was refused. @returns whether it received the expected text */
  async #connectOnce(): Promise<boolean> {
    this.#attempts++;
    let hasShown = false;
    const gone = Promise.withResolvers<void>();
    try {
      const socket = await RawSocket.open(
        this.#protocol.port,
        this.#protocol.path,
        {
          onText: (payload) => {
            if (hasShown || !payload.includes(this.#shows)) return;
            hasShown = true;
            if (--this.#missing === 0) this.#wanted?.();
          },
          onClose: () => gone.resolve(),
        },
      );
      this.#sockets.add(socket);
      for (const text of this.#protocol.hello())
        socket.sendFrame(clientFrame(Opcode.text, text));
      await gone.promise;
      this.#sockets.delete(socket);
    } catch {
      // The server does not listen yet.
    }
    return hasShown;
  }
}
