/**
 * Text and bytes of a realm: `TextEncoder`, `TextDecoder`, their streams, `atob`, `btoa`. They call the host and copy
 * its results. Evaluated inside the realm, see host.ts.
 */
import type { RealmHost } from "./host.ts";
import type { RealmStreams } from "./web-streams.ts";
import type { RealmTools } from "./tools.ts";

export function setUpText(
  { web }: Pick<RealmHost, "web">,
  { define, guard, ownBytes, requireBytes }: RealmTools,
  streams: RealmStreams,
): void {
  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(input = "") {
      return ownBytes(web.encodeText(String(input)));
    }
    encodeInto(input: string, into: Uint8Array) {
      const text = String(input);
      requireBytes(into, "TextEncoder.encodeInto: parameter 2");
      const { read, written } = guard(() => web.encodeInto(text, into));
      return { read, written };
    }
    get [Symbol.toStringTag]() {
      return "TextEncoder";
    }
  }

  class TextDecoder {
    readonly #decoder: InstanceType<typeof web.TextDecoder>;
    constructor(
      label = "utf-8",
      options?: { fatal?: boolean; ignoreBOM?: boolean },
    ) {
      const encoding = String(label);
      const fatal = Boolean(options?.fatal);
      const ignoreBOM = Boolean(options?.ignoreBOM);
      this.#decoder = guard(
        () => new web.TextDecoder(encoding, { fatal, ignoreBOM }),
      );
    }
    get encoding() {
      return this.#decoder.encoding;
    }
    get fatal() {
      return this.#decoder.fatal;
    }
    get ignoreBOM() {
      return this.#decoder.ignoreBOM;
    }
    decode(
      input?: ArrayBuffer | ArrayBufferView,
      options?: { stream?: boolean },
    ) {
      const stream = Boolean(options?.stream);
      // DataView throws for anything but a buffer, which must not reach the host: see `requireBytes`.
      const bytes =
        input === undefined || ArrayBuffer.isView(input)
          ? input
          : new DataView(input);
      return guard(() => this.#decoder.decode(bytes, { stream }));
    }
    get [Symbol.toStringTag]() {
      return "TextDecoder";
    }
  }

  class TextDecoderStream {
    readonly #decoder: TextDecoder;
    readonly #transform: TransformStream<ArrayBufferView, string>;
    constructor(
      label?: string,
      options?: { fatal?: boolean; ignoreBOM?: boolean },
    ) {
      const decoder = new TextDecoder(label, options);
      this.#decoder = decoder;
      this.#transform = new (streams.classes().TransformStream)({
        transform(chunk, controller) {
          const text = decoder.decode(chunk, { stream: true });
          if (text !== "") controller.enqueue(text);
        },
        flush(controller) {
          const text = decoder.decode();
          if (text !== "") controller.enqueue(text);
        },
      });
    }
    get encoding() {
      return this.#decoder.encoding;
    }
    get fatal() {
      return this.#decoder.fatal;
    }
    get ignoreBOM() {
      return this.#decoder.ignoreBOM;
    }
    get readable() {
      return this.#transform.readable;
    }
    get writable() {
      return this.#transform.writable;
    }
    get [Symbol.toStringTag]() {
      return "TextDecoderStream";
    }
  }

  class TextEncoderStream {
    readonly #transform: TransformStream<string, Uint8Array>;
    constructor() {
      const encoder = new TextEncoder();
      // The first half of a surrogate pair whose second half is in the next chunk.
      let half = "";
      this.#transform = new (streams.classes().TransformStream)({
        transform(chunk, controller) {
          const text = half + String(chunk);
          half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
          const whole = text.slice(0, text.length - half.length);
          if (whole !== "") controller.enqueue(encoder.encode(whole));
        },
        flush(controller) {
          if (half !== "") controller.enqueue(encoder.encode("\ufffd"));
        },
      });
    }
    get encoding() {
      return "utf-8";
    }
    get readable() {
      return this.#transform.readable;
    }
    get writable() {
      return this.#transform.writable;
    }
    get [Symbol.toStringTag]() {
      return "TextEncoderStream";
    }
  }

  define("TextEncoder", TextEncoder);
  define("TextDecoder", TextDecoder);
  define("TextDecoderStream", TextDecoderStream);
  define("TextEncoderStream", TextEncoderStream);
  const converts = (convert: (text: string) => string) => (value: unknown) => {
    const text = String(value);
    return guard(() => convert(text));
  };
  // As in the backend, one missing "=" at the end is accepted.
  define(
    "atob",
    converts((text) => {
      const bare = text.replaceAll(/[\t\n\f\r ]/g, "");
      const isShort = bare.length % 4 === 3 && bare.endsWith("=");
      return web.atob(isShort ? bare.slice(0, -1) : bare);
    }),
  );
  define("btoa", converts(web.btoa));
}
