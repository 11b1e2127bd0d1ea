/**
 * The sending side of one WebSocket: unsent bytes, last activity, closing. Messages are in session.ts.
 * Frames go to the TCP socket directly. Without compression and Blobs, `ws` writes each of its frames in one go, so the
 * two never interleave.
 */
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { MemoryAccount, Refusal } from "../memory/memory-budget.ts";
import { writeDirectly } from "./direct-write.ts";
import { textFrame } from "./frame.ts";
import { announcedBytes, discardArrived, waitingBytes } from "./incoming.ts";

/** Time in ms, updated about once a second by the server's tick. */
export type CoarseClock = { now: number };

/** Close codes of RFC 6455 §7.4.1 that this server uses. */
export const CLOSE = {
  normal: 1000,
  unsupportedData: 1003,
  invalidPayload: 1007,
  policyViolation: 1008,
  tooBig: 1009,
  internalError: 1011,
  restart: 1012,
  tryAgain: 1013,
} as const;

/** Unread bytes after which a socket gets no more Transitions. */
const CONGESTED_BYTES = 1024 * 1024;
/** A text up to this many characters is written together with what follows. */
const SMALL_TEXT = 16 * 1024;
/** Unread bytes up to this are not counted against the memory account. */
const FLOWING_BYTES = 64 * 1024;
/** Control frames and small fragments that a peer may send in a second. Browsers send a pong in thirty. */
const SMALL_FRAMES = 50;
/** Terminate a peer that has not answered the closing handshake after this, ms. */
const CLOSE_GRACE_MS = 5000;
/** The same when the server has stopped reading: long enough for sent frames to arrive. */
const CUT_GRACE_MS = 1000;
/** RFC 6455 §5.5: a control frame holds 125 bytes, two of them the code. */
const MAX_REASON_BYTES = 123;

export class Connection {
  readonly openedAt: number;
  /** Coarse times of the last frame in each direction, and of the last WebSocket ping. */
  lastSent: number;
  lastReceived: number;
  lastPing: number;
  /** Since when it is congested; null when it is not. */
  congestedSince: number | null = null;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #clock: CoarseClock;
  readonly #account: MemoryAccount;
  /** Bytes counted for an unfinished message, and for unread answers. */
  #incoming = 0;
  #unread = 0;
  /** Bytes handed to the operating system that it has not taken yet. */
  #kept = 0;
  #open = true;
  /** Small frames received at a coarse time. */
  #small = { at: 0, count: 0 };
  /** Bytes received before it began to close. */
  #receivedOpen = Infinity;

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

  /** False as soon as either side has begun to close. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** True when too much is unsent; the socket's `drain` event signals the end of it. */
  get isCongested(): boolean {
    const congested = this.#waiting > CONGESTED_BYTES;
    if (!congested) this.congestedSince = null;
    else this.congestedSince ??= this.#clock.now;
    return congested;
  }

  /** Writes a prepared frame. Does nothing when the connection is closing. */
  send(frame: Buffer): void {
    if (!this.#open) return;
    this.lastSent = this.#clock.now;
    const wrote = this.#kept > 0 ? "no" : writeDirectly(this.#socket, frame);
    if (wrote === "no") this.#socket.write(frame);
    else if (wrote !== "done") void this.#keep(frame.length, wrote);
    // Clients that do not read get answers and one Transition, too, so these must be bounded.
    if (this.#waiting <= FLOWING_BYTES) return;
    if (this.#account.take(frame.length) !== null) return this.terminate();
    this.#unread += frame.length;
  }

  /** Bytes sent that the operating system has not taken. */
  get #waiting(): number {
    return this.#socket.writableLength + this.#kept;
  }

  async #keep(bytes: number, taken: Promise<void>): Promise<void> {
    this.#kept = bytes;
    await taken;
    this.#kept = 0;
    // Otherwise the stream emits `drain` when the data behind this is out.
    if (!this.#socket.writableNeedDrain) this.#socket.emit("drain");
  }

  sendText(text: string): void {
    if (this.#open) this.send(textFrame(text));
  }

  /**
   * Sends a text and what `next` sends in one write, unless the text is large. This saves a system call and a wake-up
   * of the client.
   */
  sendTextWith(text: string, next: () => void): void {
    const isSmall = text.length <= SMALL_TEXT;
    if (isSmall) this.#socket.cork();
    this.sendText(text);
    next();
    if (isSmall) this.#socket.uncork();
  }

  /** Everything sent has left the process. */
  drained(): void {
    this.#account.give(this.#unread);
    this.#unread = 0;
  }

  /**
   * Counts the bytes that have arrived of an unfinished message.
   * @param message bytes that a message may have: one is always received, so that it can be answered.
   * @returns null, or why there is no room for the rest
   */
  arrived(message: number): Refusal | null {
    if (!this.#open) {
      // The connection is closing: discard what still arrives, but only a little, because nothing takes turns here.
      const late = this.#socket.bytesRead - this.#receivedOpen;
      if (late > FLOWING_BYTES) this.#stopReading();
      return null;
    }
    const waiting = waitingBytes(this.#ws);
    const more = waiting - this.#incoming;
    if (more > 0) {
      if (announcedBytes(this.#ws) > this.#account.limit) return "account";
      const refusal = this.#account.take(more, message);
      if (refusal !== null) return refusal;
    } else if (more < 0) this.#account.give(-more);
    this.#incoming = waiting;
    return null;
  }

  /** A message is complete: from here its receiver counts it. */
  completed(): void {
    this.#account.give(this.#incoming);
    this.#incoming = 0;
  }

  /** A ping of the WebSocket layer, which browsers answer automatically. */
  ping(): void {
    if (!this.#open) return;
    this.lastPing = this.#clock.now;
    this.#ws.ping();
  }

  /** A frame has arrived that carries next to nothing (incoming.ts). */
  smallFrame(): void {
    const { now } = this.#clock;
    if (this.#small.at !== now) this.#small = { at: now, count: 0 };
    this.#small.count += 1;
    if (this.#small.count > SMALL_FRAMES)
      this.cut(CLOSE.policyViolation, "TooManyFrames");
  }

  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    if (this.#open) this.#ws.resume();
  }

  /** Closes without reading what is still coming, also when it is closing already. */
  cut(code: number, reason: string): void {
    if (this.#open) this.#ws.close(code, shorten(reason));
    this.#open = false;
    this.#stopReading();
  }

  #stopReading(): void {
    this.#receivedOpen = Infinity;
    this.#ws.pause();
    discardArrived(this.#ws);
    setTimeout(() => this.#ws.terminate(), CUT_GRACE_MS).unref();
  }

  /** Closes with the handshake, and terminates when the peer does not complete it. */
  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#receivedOpen = this.#socket.bytesRead;
    this.#ws.resume();
    this.#ws.close(code, shorten(reason));
    setTimeout(() => this.#ws.terminate(), CLOSE_GRACE_MS).unref();
  }

  /** Ends the TCP connection at once. */
  terminate(): void {
    this.#open = false;
    this.#ws.terminate();
  }

  /** The other side has closed. */
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
