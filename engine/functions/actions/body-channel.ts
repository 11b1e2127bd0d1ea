/**
 * Moves bodies of HTTP actions between the engine and a worker, either way. Available bytes travel with the request or
 * answer, the rest in parts. At most one window is in flight, so a slow reader causes back-pressure.
 */

/** Bytes of a body, either way (https://docs.convex.dev/functions/http-actions). */
const MAX_BODY = 20 << 20;

/** Bytes in flight between the two threads. A single part may be larger: it is in memory already. */
export const WINDOW = 64 << 10;

export type Body = {
  readonly start: Uint8Array;
  readonly hasMore: boolean;
};

/** Sent by the sender of a body. */
export type BodyPart =
  | { readonly type: "part"; readonly bytes: Uint8Array }
  | { readonly type: "end" }
  /** The body ended early; reading it throws this message. */
  | { readonly type: "broken"; readonly message: string };

/** Sent by the receiver. */
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

  /** @param tooLarge makes the error for a body over MAX_BODY. @throws TypeError when the stream is locked. */
  constructor(
    stream: ReadableStream<unknown>,
    tooLarge: (bytes: number) => Error,
  ) {
    this.#reader = stream.getReader();
    this.#tooLarge = tooLarge;
  }

  /** The error that reading threw; undefined so far if none. */
  get broken(): unknown {
    return this.#broken;
  }

  /** Returns the bytes that arrive within one turn of the event loop. @throws errors of reading */
  async begin(): Promise<Body> {
    const { bytes, isWhole } = await this.#gather();
    if (this.#broken !== undefined) await this.#unread;
    return { start: bytes, hasMore: !isWhole };
  }

  /**
   * Sends the rest once it is wanted; resolves when it is sent or no longer wanted.
   * @param post may transfer the buffers of parts.
   * @throws errors of reading
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

  /** The receiver is gone; cancels the source. */
  cancel(): void {
    if (this.#isUnwanted) return;
    this.#isUnwanted = true;
    this.#reader.cancel().catch(ignore);
    this.#goOn();
  }

  /**
   * Joins the parts that arrive within one turn of the event loop, as far as there is room. A read error is kept in
   * `broken`, and thrown by `#unread`.
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
    // A copy can be transferred; a view would take its whole buffer along.
    return { done, bytes: new Uint8Array(value) };
  }
}

/** Turns the parts into a stream again. */
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
          // The last part counts as in flight until the reader asks for more.
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

  /** Breaks off at once and drops unread parts. */
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

/** Buffers to transfer with a message instead of copying them. */
export function buffersOf(part: BodyPart): ArrayBuffer[] {
  return part.type === "part" ? [part.bytes.buffer as ArrayBuffer] : [];
}

function ignore(): void {
  // No caller waits for it.
}
