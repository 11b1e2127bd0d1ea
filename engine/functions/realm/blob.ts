/** `Blob` and `File` of a realm: bytes in its own memory. Evaluated inside the realm, see host.ts. */
import type { RealmStreams } from "./web-streams.ts";
import type { RealmTools } from "./tools.ts";

type Part = string | ArrayBuffer | ArrayBufferView | RealmBlob;

export interface RealmBlob {
  readonly size: number;
  readonly type: string;
}
export interface RealmFile extends RealmBlob {
  readonly name: string;
  readonly lastModified: number;
}

export type RealmBlobs = {
  readonly Blob: new (parts?: Part[], init?: { type?: string }) => RealmBlob;
  readonly File: new (
    parts: Part[],
    name: string,
    init?: { type?: string; lastModified?: number },
  ) => RealmFile;
  /** Neither write to the result nor hand it on. */
  readonly bytesOf: (blob: RealmBlob) => Uint8Array<ArrayBuffer>;
};

export function setUpBlob(
  { define, ownBytes }: RealmTools,
  streams: RealmStreams,
): RealmBlobs {
  const CHUNK = 1 << 16;
  const EMPTY = new Uint8Array(0);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8");
  const typeOf = (type: unknown) => {
    const text = type === undefined ? "" : String(type);
    return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : "";
  };
  let bytesOf: (blob: Blob) => Uint8Array<ArrayBuffer>;
  let ofBytes: (bytes: Uint8Array<ArrayBuffer>, type: unknown) => Blob;

  const read = (part: unknown): Uint8Array<ArrayBuffer> => {
    if (part instanceof Blob) return bytesOf(part);
    if (part instanceof ArrayBuffer || ArrayBuffer.isView(part))
      return ownBytes(part);
    return encoder.encode(String(part));
  };

  class Blob {
    #bytes = EMPTY;
    readonly #type: string;
    static {
      bytesOf = (blob) => blob.#bytes;
      ofBytes = (bytes, type) => {
        const blob = new Blob([], { type: typeOf(type) });
        blob.#bytes = bytes;
        return blob;
      };
    }
    constructor(parts: readonly unknown[] = [], init?: { type?: string }) {
      if (typeof parts !== "object" || parts === null)
        throw new TypeError(
          "Failed to construct 'Blob': parameter 1 is not a sequence.",
        );
      this.#type = typeOf(init?.type);
      const contents = Array.from(parts, read);
      let size = 0;
      for (const bytes of contents) size += bytes.length;
      this.#bytes = new Uint8Array(size);
      let at = 0;
      for (const bytes of contents) {
        this.#bytes.set(bytes, at);
        at += bytes.length;
      }
    }
    get size() {
      return this.#bytes.length;
    }
    get type() {
      return this.#type;
    }
    slice(start?: number, end?: number, type?: string) {
      return ofBytes(this.#bytes.subarray(start, end), type);
    }
    async text() {
      return decoder.decode(this.#bytes);
    }
    async arrayBuffer() {
      return this.#bytes.slice().buffer;
    }
    async bytes() {
      return this.#bytes.slice();
    }
    stream() {
      const bytes = this.#bytes;
      let at = 0;
      return new (streams.classes().ReadableStream)({
        type: "bytes",
        pull(controller) {
          if (at < bytes.length)
            controller.enqueue(bytes.slice(at, (at += CHUNK)));
          else controller.close();
        },
      });
    }
    get [Symbol.toStringTag]() {
      return "Blob";
    }
  }

  class File extends Blob {
    readonly #name: string;
    readonly #lastModified: number;
    constructor(
      parts: readonly unknown[],
      name: string,
      init?: { type?: string; lastModified?: number },
    ) {
      super(parts, init);
      this.#name = String(name);
      this.#lastModified = Number(init?.lastModified ?? Date.now());
    }
    get name() {
      return this.#name;
    }
    get lastModified() {
      return this.#lastModified;
    }
    override get [Symbol.toStringTag]() {
      return "File";
    }
  }

  define("Blob", Blob);
  define("File", File);
  return { Blob, File, bytesOf: (blob) => bytesOf(blob as Blob) };
}
