/**
 * Web classes of a realm, as subclasses of the host's, so that changing their prototypes changes nothing outside.
 * Evaluated inside the realm, see host.ts. Streams are there to be named and built; nothing in a query or mutation waits
 * for them.
 */
import type { RealmHost } from "./host.ts";

type Wait = <T>(begin: () => Promise<T>) => Promise<T>;

export function setUpWeb(host: RealmHost, wait: Wait): void {
  const { web } = host;
  const define = (name: string, value: unknown) => {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
  };

  class DOMException extends web.DOMException {}

  /** Errors of the host as errors of this realm. */
  const own = (error: unknown): unknown => {
    const { name, message } = error as { name: string; message: string };
    if (name === "TypeError") return new TypeError(message);
    if (name === "RangeError") return new RangeError(message);
    return new DOMException(message, name);
  };
  const text = (convert: (text: string) => string) => (value: unknown) => {
    try {
      return convert(String(value));
    } catch (error) {
      throw own(error);
    }
  };

  class URL extends web.URL {
    constructor(url: string, base?: string) {
      try {
        super(url, base);
      } catch (error) {
        throw own(error);
      }
    }
  }

  class TextEncoder {
    readonly encoding = "utf-8";
    encode(input = ""): Uint8Array {
      return new Uint8Array(host.web.encodeText(String(input)));
    }
    encodeInto(input: string, into: Uint8Array) {
      const bytes = this.encode(input).subarray(0, into.length);
      // A character cut in two is left out.
      let written = bytes.length;
      while (written > 0 && written < this.encode(input).length) {
        if (((this.encode(input)[written] ?? 0) & 0xc0) !== 0x80) break;
        written--;
      }
      into.set(bytes.subarray(0, written));
      const read = new TextDecoder().decode(bytes.subarray(0, written)).length;
      return { read, written };
    }
    get [Symbol.toStringTag]() {
      return "TextEncoder";
    }
  }
  class TextDecoder extends web.TextDecoder {}

  /** The methods of a body that give promises, waiting in the right place and giving this realm's objects. */
  const bodyMethods = (prototype: object, base: object) => {
    const methodOf = (name: string) =>
      (base as Record<string, (this: unknown) => Promise<unknown>>)[name];
    const override = (
      name: string,
      from: string,
      convert: (value: unknown) => unknown,
    ) => {
      const method = methodOf(from);
      if (method === undefined) return;
      Object.defineProperty(prototype, name, {
        writable: true,
        configurable: true,
        value: async function (this: unknown) {
          return convert(await wait(() => method.call(this)));
        },
      });
    };
    const bytes = (value: unknown) =>
      new Uint8Array(new Uint8Array(value as ArrayBuffer));
    override("text", "text", (value) => value);
    override("json", "text", (value) => JSON.parse(value as string));
    override("arrayBuffer", "arrayBuffer", (value) => bytes(value).buffer);
    override("bytes", "arrayBuffer", bytes);
    override("formData", "formData", (value) => value);
    override(
      "blob",
      "blob",
      (value) => new Blob([value as Blob], { type: (value as Blob).type }),
    );
  };
  class Blob extends web.Blob {}
  class File extends web.File {}
  class Request extends web.Request {
    // Nothing is fetched here, so nothing can be aborted; the host would refuse this realm's kind of signal.
    constructor(input: string | URL | Request, init: RequestInit = {}) {
      const { signal: _, ...rest } = init;
      super(input, rest);
    }
    override get signal(): AbortSignal {
      return new AbortController().signal;
    }
  }
  class Response extends web.Response {}
  bodyMethods(Blob.prototype, web.Blob.prototype);
  bodyMethods(File.prototype, web.Blob.prototype);
  bodyMethods(Request.prototype, web.Request.prototype);
  bodyMethods(Response.prototype, web.Response.prototype);

  define("DOMException", DOMException);
  define("URL", URL);
  define("TextEncoder", TextEncoder);
  define("TextDecoder", TextDecoder);
  define("Blob", Blob);
  define("File", File);
  define("Request", Request);
  define("Response", Response);
  define(
    "URLSearchParams",
    class URLSearchParams extends web.URLSearchParams {},
  );
  define("Headers", class Headers extends web.Headers {});
  define("FormData", class FormData extends web.FormData {});
  define("ReadableStream", web.ReadableStream);
  define("WritableStream", web.WritableStream);
  define("TransformStream", web.TransformStream);
  define(
    "AsyncLocalStorage",
    class AsyncLocalStorage extends web.AsyncLocalStorage<unknown> {},
  );
  define("AsyncResource", class AsyncResource extends web.AsyncResource {});
  define("atob", text(web.atob));
  define("btoa", text(web.btoa));
}
