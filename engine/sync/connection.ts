/**
 * One WebSocket seen as a place to put frames: how much waits in it, when it was last heard of, how it is closed.
 * Frames are written to the TCP socket directly: without compression and Blobs `ws` writes each of its own frames in one
 * go, so the two cannot mix. Does not know what the frames say (session.ts).
 */
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { MemoryAccount, Refusal } from "../memory/memory-budget.ts";
import { writeDirectly } from "./direct-write.ts";
import { textFrame } from "./frame.ts";
import { announcedBytes, waitingBytes } from "./incoming.ts";

/** Time in ms that moves when the server looks around, about once a second; cheap enough to note with each frame. */
export type CoarseClock = { now: number };

/** Close codes of RFC 6455 §7.4.1 that this server uses. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  unsupportedData: 1003,
  invalidPayload: 1007,
  policyViolation: 1008,
  tooBig: 1009,
  internalError: 1011,
  restart: 1012,
  tryAgain: 1013,
} as const;

/** What a socket may leave unread before it gets no more Transitions, bytes. */
const CONGESTED_BYTES = 1024 * 1024;
/** Up to this many characters a text waits for what follows it at once. */
const SMALL_TEXT = 16 * 1024;
/** Less than this unread is nobody's memory to speak of. */
const FLOWING_BYTES = 64 * 1024;
/** A peer that does not answer the closing handshake is cut after this, ms. */
const CLOSE_GRACE_MS = 5000;
/** The same when nothing of it is read any more: long enough for what was sent to arrive. */
const CUT_GRACE_MS = 1000;
/** RFC 6455 §5.5: a control frame holds 125 bytes, two of them the code. */
const MAX_REASON_BYTES = 123;

export class Connection {
  readonly openedAt: number;
  /** Coarse times of the last frame in each direction, and of the last WebSocket ping. */
  lastSent: number;
  lastReceived: number;
  lastPing: number;
  /** Since when it has been congested; null when it is not. */
  congestedSince: number | null = null;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #clock: CoarseClock;
  readonly #account: MemoryAccount;
  /** Bytes of the account for an unfinished message, and for answers that nobody reads. */
  #incoming = 0;
  #unread = 0;
  /** Bytes that the system was given and has not taken yet. */
  #kept = 0;
  #open = true;

  constructor(
    ws: WebSocket,
    socket: Socket,
    clock: CoarseClock,
    account: MemoryAccount,
  ) {
    this.#account = account;
    this.#ws = ws;
    this.#socket = socket;
    this.#clock = clock;
    this.openedAt = clock.now;
    this.lastSent = clock.now;
    this.lastReceived = clock.now;
    this.lastPing = clock.now;
  }

  /** False as soon as closing has begun, from either side. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** True when enough is waiting already; `drain` of the socket tells when it went out. */
  get isCongested(): boolean {
    const congested = this.#waiting > CONGESTED_BYTES;
    if (!congested) this.congestedSince = null;
    else this.congestedSince ??= this.#clock.now;
    return congested;
  }

  /** Writes a prepared frame. Nothing happens when the connection is closing. */
  send(frame: Buffer): void {
    if (!this.#open) return;
    this.lastSent = this.#clock.now;
    const wrote = this.#kept > 0 ? "no" : writeDirectly(this.#socket, frame);
    if (wrote === "no") this.#socket.write(frame);
    else if (wrote !== "done") void this.#keep(frame.length, wrote);
  }

  /** Bytes that were sent and not taken. */
  get #waiting(): number {
    return this.#socket.writableLength + this.#kept;
  }

  async #keep(bytes: number, taken: Promise<void>): Promise<void> {
    this.#kept = bytes;
    await taken;
    this.#kept = 0;
    // Else what waits behind it in the stream says so in its time.
    if (!this.#socket.writableNeedDrain) this.#socket.emit("drain");
  }

  sendText(text: string): void {
    if (!this.#open) return;
    const frame = textFrame(text);
    this.send(frame);
    // Answers are sent to those who do not read, too; somewhere it ends.
    if (this.#waiting <= FLOWING_BYTES) return;
    if (this.#account.take(frame.length) !== null) return this.terminate();
    this.#unread += frame.length;
  }

  /** Sends a text and in the same write what `next` sends, unless it is large: one call of the system, one wake-up there. */
  sendTextWith(text: string, next: () => void): void {
    const isSmall = text.length <= SMALL_TEXT;
    if (isSmall) this.#socket.cork();
    this.sendText(text);
    next();
    if (isSmall) this.#socket.uncork();
  }

  /** Everything that was sent has been read. */
  drained(): void {
    this.#account.give(this.#unread);
    this.#unread = 0;
  }

  /**
   * Counts what has arrived of an unfinished message.
   * @param message bytes that a message may have: one is always received, so that it can be answered.
   * @returns null, or why there is no room for the rest
   */
  arrived(message: number): Refusal | null {
    const waiting = waitingBytes(this.#ws);
    if (!this.#open) {
      // What still comes is not wanted.
      if (waiting > FLOWING_BYTES) this.terminate();
      return null;
    }
    const more = waiting - this.#incoming;
    if (more > 0) {
      if (announcedBytes(this.#ws) > this.#account.limit) return "account";
      const refusal = this.#account.take(more, message);
      if (refusal !== null) return refusal;
    } else if (more < 0) this.#account.give(-more);
    this.#incoming = waiting;
    return null;
  }

  /** A message is whole: whoever keeps it counts it from here on, and what came behind it waits for `arrived`. */
  completed(): void {
    this.#account.give(this.#incoming);
    this.#incoming = 0;
  }

  /** A ping of the WebSocket layer, which browsers answer by themselves. */
  ping(): void {
    if (!this.#open) return;
    this.lastPing = this.#clock.now;
    this.#ws.ping();
  }

  /** Stops reading for a while. */
  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    if (this.#open) this.#ws.resume();
  }

  /** Closes without reading what is still coming. */
  cut(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#ws.pause();
    this.#ws.close(code, shorten(reason));
    setTimeout(() => this.#ws.terminate(), CUT_GRACE_MS).unref();
  }

  /** Closes with the handshake, cutting it short when the peer does not play along. */
  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#ws.resume();
    this.#ws.close(code, shorten(reason));
    setTimeout(() => this.#ws.terminate(), CLOSE_GRACE_MS).unref();
  }

  /** Cuts the TCP connection at once. */
  terminate(): void {
    this.#open = false;
    this.#ws.terminate();
  }

  /** The other side closed. */
  markClosed(): void {
    this.#open = false;
    this.#account.give(this.#incoming + this.#unread);
    this.#incoming = 0;
    this.#unread = 0;
  }
}

function shorten(reason: string): string {
  return Buffer.byteLength(reason) <= MAX_REASON_BYTES
    ? reason
    : Buffer.from(reason).subarray(0, MAX_REASON_BYTES).toString("latin1");
}
