/**
 * WebSocket frames as bytes (RFC 6455): builds client and server frames, and splits received bytes into messages. The
 * connection is in raw-socket.ts. Written by hand: the bench must know the cost of a frame, and a library would cost
 * more than the servers under test.
 */

export const Opcode = {
  continuation: 0x0,
  text: 0x1,
  binary: 0x2,
  close: 0x8,
  ping: 0x9,
  pong: 0xa,
} as const;

const FIN = 0x80;
const MASKED = 0x80;

/** Length-field bytes after the second byte of a frame. */
function extendedLengthBytes(length: number): 0 | 2 | 8 {
  if (length < 126) return 0;
  return length < 65_536 ? 2 : 8;
}

function writeHeader(
  frame: Buffer,
  opcode: number,
  length: number,
  maskBit: number,
): number {
  frame[0] = FIN | opcode;
  const extra = extendedLengthBytes(length);
  if (extra === 0) frame[1] = maskBit | length;
  else if (extra === 2) {
    frame[1] = maskBit | 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = maskBit | 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return 2 + extra;
}

/** One whole unmasked text frame, as a server sends it. */
export function serverTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(2 + extendedLengthBytes(length) + length);
  frame.write(text, writeHeader(frame, Opcode.text, length, 0));
  return frame;
}

/** One whole masked frame. The mask is zero: masking protects old proxies from hostile scripts; here are neither. */
export function clientFrame(opcode: number, payload: string | Buffer): Buffer {
  const length = Buffer.byteLength(payload);
  const frame = Buffer.alloc(2 + extendedLengthBytes(length) + 4 + length);
  const at = writeHeader(frame, opcode, length, MASKED) + 4;
  if (typeof payload === "string") frame.write(payload, at);
  else payload.copy(frame, at);
  return frame;
}

/** Called for each message; `payload` is valid only during the call. */
export type OnFrame = (opcode: number, payload: Buffer) => void;

/** Splits a stream of unmasked server bytes into messages and joins fragments. */
export class FrameReader {
  readonly #onFrame: OnFrame;
  #rest: Buffer | null = null;
  #fragments: Buffer[] = [];
  #fragmentOpcode = 0;

  constructor(onFrame: OnFrame) {
    this.#onFrame = onFrame;
  }

  /** @throws Error on a masked frame: servers must not mask. */
  push(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    let at = 0;
    while (at < bytes.length) {
      const next = this.#readFrame(bytes, at);
      if (next === null) {
        // Copied, because the chunk belongs to the socket's pool.
        this.#rest = Buffer.from(bytes.subarray(at));
        return;
      }
      at = next;
    }
  }

  /** Offset after the frame at `at`, or null when it is not complete yet. */
  #readFrame(bytes: Buffer, at: number): number | null {
    if (bytes.length - at < 2) return null;
    const first = bytes.readUInt8(at);
    const second = bytes.readUInt8(at + 1);
    if (second & MASKED) throw new Error("The server sent a masked frame.");
    let length = second & 0x7f;
    let start = at + 2;
    if (length === 126) {
      if (bytes.length < start + 2) return null;
      length = bytes.readUInt16BE(start);
      start += 2;
    } else if (length === 127) {
      if (bytes.length < start + 8) return null;
      length = Number(bytes.readBigUInt64BE(start));
      start += 8;
    }
    const end = start + length;
    if (bytes.length < end) return null;
    const payload = bytes.subarray(start, end);
    this.#deliver(first, payload);
    return end;
  }

  #deliver(first: number, payload: Buffer): void {
    const opcode = first & 0x0f;
    const final = (first & FIN) !== 0;
    if (opcode >= Opcode.close || (final && opcode !== Opcode.continuation)) {
      this.#onFrame(opcode, payload);
      return;
    }
    if (opcode !== Opcode.continuation) this.#fragmentOpcode = opcode;
    this.#fragments.push(Buffer.from(payload));
    if (!final) return;
    const whole = Buffer.concat(this.#fragments);
    this.#fragments = [];
    this.#onFrame(this.#fragmentOpcode, whole);
  }
}
