/**
 * Watchers that come back by themselves when their connection is lost, after the pauses that the official client makes.
 * As blind to protocols and as cheap as watchers.ts.
 */
import { clientFrame, Opcode } from "./frames.ts";
import { RawSocket } from "./raw-socket.ts";

/** As in convex/browser's web_socket_manager for a server that is gone: doubled each time, half of it more or less. */
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

  /** Opens `count` of them; resolves when each has been shown the text `shows`. */
  static async open(
    count: number,
    shows: string,
    protocol: Protocol,
  ): Promise<ReturningWatchers> {
    const all = new ReturningWatchers(protocol);
    for (let opened = 0; opened < count; opened += OPENING_AT_ONCE) {
      const some = Math.min(OPENING_AT_ONCE, count - opened);
      const shown = all.show(shows, some, 1);
      for (let i = 0; i < some; i++) void all.#live();
      await shown;
    }
    return all;
  }

  /** Tries to connect so far, those that failed included. */
  get attempts(): number {
    return this.#attempts;
  }

  /**
   * Resolves when a share of `count` connections that are opened from now on have been sent a frame with this text.
   * Ask before they are lost.
   */
  show(text: string, count: number, share: number): Promise<void> {
    this.#shows = text;
    this.#missing = Math.ceil(count * share);
    return new Promise((resolve) => (this.#wanted = resolve));
  }

  /** Cuts all connections at once, as a network that fails does; they come back. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#closing = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** One phone: connects, watches, and does it again when it is cut off. */
  async #live(): Promise<void> {
    for (let retries = 0; !this.#closing; retries++) {
      const hasShown = await this.#connectOnce();
      if (hasShown) retries = 0;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS);
      const jitter = pause * (Math.random() - 0.5);
      await new Promise((resolve) => {
        // Nobody waits for a pause that has become pointless.
        setTimeout(resolve, pause + jitter).unref();
      });
    }
  }

  /** @returns whether it was shown what it should, when the connection is gone or was refused */
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
      // Nobody listens yet.
    }
    return hasShown;
  }
}
