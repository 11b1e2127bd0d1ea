/**
 * The bodies of HTTP actions on their way between the engine and a worker, the same either way. What is there at once
 * travels with the request or the answer; the rest follows in parts, as it comes and as it is taken. Of what was sent and
 * not taken yet there is a window's worth at most, so that a slow reader slows the writer down.
 */

/** Bodies of HTTP actions, either way, bytes (https://docs.convex.dev/functions/http-actions). */
const MAX_BODY = 20 << 20;

/** What may be under way between the two threads, bytes. A part may be larger: it is somebody's already. */
export const WINDOW = 64 << 10;

export type Body = {
  readonly start: Uint8Array;
  /** Parts follow. */
  readonly hasMore: boolean;
};

/** From who sends a body. */
export type BodyPart =
  | { readonly type: "part"; readonly bytes: Uint8Array }
  | { readonly type: "end" }
  /** It ended before its time, and this is what reading it throws. */
  | { readonly type: "broken"; readonly message: string };

/** From who takes it. */
export type BodyReply =
  | { readonly type: "wanted" }
  | { readonly type: "taken"; readonly bytes: number }
  | { readonly type: "unwanted" };

type Read =
  | { readonly done: true }
  | { readonly done: false; readonly bytes: Uint8Array };

/** Reads a body and sends it on. */
export class BodySender {
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  readonly #tooLarge: (bytes: number) => Error;
  #unread: Promise<Read> | null = null;
  #length = 0;
  #room = WINDOW;
  #isWanted = false;
  #isUnwanted = false;
  #goOn: () => void = ignore;
  #broken: unknown = undefined;

  /** @param tooLarge the error of a body of more than MAX_BODY. @throws TypeError when it is being read already. */
  constructor(
    stream: ReadableStream<unknown>,
    tooLarge: (bytes: number) => Error,
  ) {
    this.#reader = stream.getReader();
    this.#tooLarge = tooLarge;
  }

  /** What reading it threw; undefined as long as it did not. */
  get broken(): unknown {
    return this.#broken;
  }

  /** What of it comes within one turn of the event loop. @throws what reading it throws */
  async begin(): Promise<Body> {
    const { bytes, isWhole } = await this.#gather();
    if (this.#broken !== undefined) await this.#unread;
    return { start: bytes, hasMore: !isWhole };
  }

  /**
   * Sends the rest once it is wanted; returns when it is sent or not wanted any more.
   * @param post may transfer the buffers of parts.
   * @throws what reading it throws
   */
  async send(post: (part: BodyPart) => void): Promise<void> {
    for (;;) {
      while (!this.#isUnwanted && (this.#room <= 0 || !this.#isWanted))
        await new Promise<void>((resolve) => (this.#goOn = resolve));
      if (this.#isUnwanted) return;
      this.#unread ??= this.#read();
      await this.#unread;
      const { bytes, isWhole } = await this.#gather();
      if (bytes.byteLength > 0 && !this.#isUnwanted)
        post({ type: "part", bytes });
      if (this.#broken !== undefined) await this.#unread;
      if (this.#isUnwanted) return;
      if (isWhole) {
        post({ type: "end" });
        return;
      }
    }
  }

  hear(reply: BodyReply): void {
    switch (reply.type) {
      case "wanted":
        this.#isWanted = true;
        break;
      case "taken":
        this.#room += reply.bytes;
        break;
      case "unwanted":
        this.cancel();
    }
    this.#goOn();
  }

  /** Nobody reads it any more; who produces it is told. */
  cancel(): void {
    if (this.#isUnwanted) return;
    this.#isUnwanted = true;
    this.#reader.cancel().catch(ignore);
    this.#goOn();
  }

  /**
   * What comes within one turn of the event loop, as far as there is room: small parts go together. What reading throws
   * is `broken`, and thrown by `#unread`.
   */
  async #gather(): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
    const turn = new Promise<null>((resolve) => setImmediate(resolve, null));
    const parts: Uint8Array[] = [];
    let isWhole = false;
    while (this.#room > 0 && !isWhole) {
      this.#unread ??= this.#read();
      const read = await Promise.race([this.#unread, turn]).catch(ignore);
      if (!read) break;
      this.#unread = null;
      if (read.done) isWhole = true;
      else {
        parts.push(read.bytes);
        this.#room -= read.bytes.byteLength;
      }
    }
    this.#unread?.catch(ignore);
    return { bytes: joined(parts), isWhole };
  }

  async #read(): Promise<Read> {
    try {
      return await this.#next();
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }

  async #next(): Promise<Read> {
    const { done, value } = await this.#reader.read();
    if (done) return { done };
    if (!(value instanceof Uint8Array))
      throw new TypeError("Received non-Uint8Array chunk");
    this.#length += value.byteLength;
    if (this.#length > MAX_BODY) {
      this.cancel();
      throw this.#tooLarge(this.#length);
    }
    // A copy of our own, which may move; a view would bring along all that its buffer holds.
    return { done, bytes: new Uint8Array(value) };
  }
}

/** Makes a stream of the parts again. */
export class BodyReceiver {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #end: "open" | "whole" | Error = "open";
  #goOn: () => void = ignore;

  /** @param start is moved into the stream. */
  constructor(start: Uint8Array, reply: (reply: BodyReply) => void) {
    if (start.byteLength > 0)
      this.#parts.push(start as Uint8Array<ArrayBuffer>);
    let isWanted = false;
    let given = 0;
    this.stream = new ReadableStream(
      {
        type: "bytes",
        pull: async (controller) => {
          if (!isWanted) reply({ type: "wanted" });
          isWanted = true;
          // Who asks for more has done with the part before: as long as that lies somewhere it is under way.
          if (given > 0) reply({ type: "taken", bytes: given });
          given = 0;
          while (this.#parts.length === 0 && this.#end === "open")
            await new Promise<void>((resolve) => (this.#goOn = resolve));
          const part = this.#parts.shift();
          if (part !== undefined) {
            given = part.byteLength;
            controller.enqueue(part);
          } else if (this.#end instanceof Error) {
            throw this.#end;
          } else {
            controller.close();
            controller.byobRequest?.respond(0);
          }
        },
        cancel: () => {
          this.#parts.length = 0;
          reply({ type: "unwanted" });
        },
      },
      { highWaterMark: 0 },
    );
  }

  hear(part: BodyPart): void {
    if (part.type === "part") {
      if (part.bytes.byteLength > 0)
        this.#parts.push(part.bytes as Uint8Array<ArrayBuffer>);
    } else {
      this.#end = part.type === "end" ? "whole" : new TypeError(part.message);
    }
    this.#goOn();
  }

  /** Breaks off at once, whatever was sent and not read. */
  break(message: string): void {
    this.#parts.length = 0;
    this.hear({ type: "broken", message });
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** What may move to the other thread with a message, in place of being copied. */
export function buffersOf(part: BodyPart): ArrayBuffer[] {
  return part.type === "part" ? [part.bytes.buffer as ArrayBuffer] : [];
}

function ignore(): void {
  // Nobody waits for it.
}
