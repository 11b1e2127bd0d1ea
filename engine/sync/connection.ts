/**
 * One WebSocket seen as a place to put frames: how much waits in it, when it was last heard of, how it is closed.
 * Frames are written to the TCP socket directly: without compression and Blobs `ws` writes each of its own frames in one
 * go, so the two cannot mix. Does not know what the frames say (session.ts).
 */
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { textFrame } from "./frame.ts";

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

/** What a socket may leave unread before it gets no more Transitions, and before it is cut, bytes. */
const CONGESTED_BYTES = 1024 * 1024;
const HOPELESS_BYTES = 64 * 1024 * 1024;
/** A peer that does not answer the closing handshake is cut after this, ms. */
const CLOSE_GRACE_MS = 5000;
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
  #open = true;

  constructor(ws: WebSocket, socket: Socket, clock: CoarseClock) {
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
    const congested = this.#socket.writableLength > CONGESTED_BYTES;
    if (!congested) this.congestedSince = null;
    else this.congestedSince ??= this.#clock.now;
    return congested;
  }

  /** Writes a prepared frame. Nothing happens when the connection is closing. */
  send(frame: Buffer): void {
    if (!this.#open) return;
    this.lastSent = this.#clock.now;
    this.#socket.write(frame);
  }

  sendText(text: string): void {
    if (!this.#open) return;
    this.send(textFrame(text));
    // Answers are sent to those who do not read, too; somewhere it ends.
    if (this.#socket.writableLength > HOPELESS_BYTES) this.terminate();
  }

  /** A ping of the WebSocket layer, which browsers answer by themselves. */
  ping(): void {
    if (!this.#open) return;
    this.lastPing = this.#clock.now;
    this.#ws.ping();
  }

  /**
   * From now on frames of this size are accepted. `ws` has one limit for all its sockets; a test notices should the
   * field move.
   */
  allowFrames(bytes: number): void {
    const ws: WebSocket & { _receiver?: { _maxPayload: number } } = this.#ws;
    if (ws._receiver !== undefined) ws._receiver._maxPayload = bytes;
  }

  /** Stops reading for a while. */
  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    if (this.#open) this.#ws.resume();
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
  }
}

function shorten(reason: string): string {
  return Buffer.byteLength(reason) <= MAX_REASON_BYTES
    ? reason
    : Buffer.from(reason).subarray(0, MAX_REASON_BYTES).toString("latin1");
}
