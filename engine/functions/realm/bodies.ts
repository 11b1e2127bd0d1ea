/**
 * `Request` and `Response` of a realm. Nothing is fetched here, so they are values with a body, which stays bytes until
 * code asks for its stream. Evaluated inside the realm, see host.ts. The texts are those of
 * npm-packages/udf-runtime/src/23_{request,response}.ts of get-convex/convex-backend.
 */
import type { RealmBlobs } from "./blob.ts";
import type { RealmForms } from "./form-data.ts";
import type { HeadersClass, RealmHeaders } from "./web-headers.ts";
import type { RealmStreams } from "./web-streams.ts";
import type { RealmTools } from "./tools.ts";

export function setUpBodies(
  { define, ownBytes }: RealmTools,
  streams: RealmStreams,
  { Blob, bytesOf }: RealmBlobs,
  forms: RealmForms,
  Headers: HeadersClass,
): void {
  type Bytes = Uint8Array<ArrayBuffer>;
  type Content = Bytes | ReadableStream<Uint8Array> | null;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8");

  /** A body's content, and its type unless the headers give another. */
  const contentOf = (body: unknown): { content: Content; type: string } => {
    if (body === null || body === undefined) return { content: null, type: "" };
    if (streams.isReadable(body)) {
      if (body.locked)
        throw new TypeError("Body object should not be disturbed or locked");
      return { content: body as ReadableStream<Uint8Array>, type: "" };
    }
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body))
      return { content: ownBytes(body), type: "" };
    const blob = body instanceof forms.FormData ? forms.toBlob(body) : body;
    if (blob instanceof Blob)
      return { content: bytesOf(blob), type: blob.type };
    return {
      content: encoder.encode(String(body)),
      type:
        body instanceof URLSearchParams
          ? "application/x-www-form-urlencoded;charset=UTF-8"
          : "text/plain;charset=UTF-8",
    };
  };

  const drain = async (stream: ReadableStream<Uint8Array>): Promise<Bytes> => {
    const reader = stream.getReader();
    const chunks: Uint8Array[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytesOf(new Blob(chunks));
      if (!ArrayBuffer.isView(value))
        throw new TypeError("Received non-Uint8Array chunk");
      chunks.push(value);
    }
  };

  /** Moves the content out of a body. */
  let take: (from: Body, method: string) => Content;
  /** Returns the content of a body, which keeps it too. */
  let share: (from: Body) => Content;

  class Body {
    readonly headers: RealmHeaders;
    #content: Content;
    #isUsed = false;
    static {
      take = (from, method) => {
        if (from.#isUsed)
          throw new TypeError(
            `Failed to execute '${method}' on '${from.constructor.name}': body stream already read`,
          );
        if (from.#content !== null) from.#isUsed = true;
        return from.#content;
      };
      share = (from) => {
        const content = take(from, "clone");
        from.#isUsed = false;
        if (content === null || content instanceof Uint8Array) return content;
        const [left, right] = content.tee();
        from.#content = left;
        return right;
      };
    }
    constructor(content: Content, type: string, headers: unknown) {
      this.headers = new Headers(headers ?? undefined);
      this.#content = content;
      if (type !== "" && this.headers.get("content-type") === null)
        this.headers.set("content-type", type);
    }
    get body() {
      const content = this.#content;
      if (content instanceof Uint8Array) {
        const stream = (new Blob([content]) as globalThis.Blob).stream();
        this.#content = stream;
      }
      return this.#content;
    }
    get bodyUsed() {
      return this.#isUsed;
    }
    async #read(method: string): Promise<Bytes> {
      const content = take(this, method);
      if (content === null) return new Uint8Array(0);
      return content instanceof Uint8Array ? content : drain(content);
    }
    async bytes() {
      return (await this.#read("bytes")).slice();
    }
    async arrayBuffer() {
      return (await this.#read("arrayBuffer")).slice().buffer;
    }
    async text() {
      return decoder.decode(await this.#read("text"));
    }
    async json(): Promise<unknown> {
      return JSON.parse(decoder.decode(await this.#read("json")));
    }
    async blob() {
      const bytes = await this.#read("blob");
      return new Blob([bytes], {
        type: this.headers.get("content-type") ?? "",
      });
    }
    async formData() {
      const bytes = await this.#read("formData");
      return forms.parse(bytes, this.headers.get("content-type"));
    }
  }
  type ResponseInit = {
    status?: number;
    statusText?: string;
    headers?: unknown;
  };
  class Response extends Body {
    readonly status: number;
    readonly statusText: string;
    readonly type = "default";
    readonly url = "";
    readonly redirected = false;
    constructor(body?: unknown, init?: ResponseInit | null) {
      const { content, type } = contentOf(body);
      super(content, type, init?.headers);
      // As in the backend: only numbers and strings are accepted.
      const given: unknown = init?.status;
      const status =
        typeof given === "string"
          ? Number(given)
          : given === undefined
            ? 200
            : given;
      if (
        typeof status !== "number" || // Guard untested: Number.isInteger implies it; the check is for the type.
        !Number.isInteger(status) ||
        status < 200 ||
        status > 599
      )
        throw new RangeError(
          "Failed to construct 'Response': The status provided is outside the range [200, 599].",
        );
      this.status = status;
      this.statusText = String(init?.statusText ?? "");
    }
    get ok() {
      return this.status < 300;
    }
    clone() {
      const { status, statusText, headers } = this;
      return new Response(share(this), { status, statusText, headers });
    }
    static error() {
      return new Response(null, { status: 500 });
    }
    static redirect(url: string | URL, status = 302) {
      const location = typeof url === "string" ? url : url.href;
      return new Response(null, { status, headers: { location } });
    }
    static json(data: unknown, init?: ResponseInit | null) {
      const text = JSON.stringify(data) as string | undefined;
      if (text === undefined)
        throw new TypeError(
          "Failed to execute 'json' on 'Response': The data is not JSON serializable",
        );
      const response = new Response(text, init);
      response.headers.set("content-type", "application/json");
      return response;
    }
    get [Symbol.toStringTag]() {
      return "Response";
    }
  }

  const METHODS = /^(delete|get|head|options|patch|post|put)$/i;
  const addressOf = (input: unknown): string => {
    const { href, protocol } = new URL(String(input));
    if (protocol !== "http:" && protocol !== "https:")
      throw new TypeError(
        `Unsupported URL scheme -- http and https are supported (scheme was ${protocol.slice(0, -1)})`,
      );
    return href;
  };
  type RequestInit = {
    method?: string;
    headers?: unknown;
    body?: unknown;
    signal?: AbortSignal | null;
  };
  class Request extends Body {
    readonly url: string;
    readonly method: string;
    readonly signal: AbortSignal;
    constructor(input: unknown, init?: RequestInit | null) {
      if (input === undefined) throw new TypeError("Request URL is undefined");
      const from = input instanceof Request ? input : null;
      const method = String(init?.method ?? from?.method ?? "GET");
      const { content, type } = contentOf(init?.body);
      const hasBody = content !== null;
      if (hasBody && /^(get|head)$/i.test(method))
        throw new TypeError(
          "Failed to construct 'Request': Request with GET/HEAD method cannot have body.",
        );
      super(
        hasBody || from === null ? content : take(from, "new Request()"),
        type,
        init?.headers ?? from?.headers,
      );
      this.url = from?.url ?? addressOf(input);
      this.method = METHODS.test(method) ? method.toUpperCase() : method;
      this.signal = init?.signal ?? from?.signal ?? new AbortSignal();
    }
    clone() {
      const { method, headers, signal, url } = this;
      return new Request(url, { method, headers, signal, body: share(this) });
    }
    get [Symbol.toStringTag]() {
      return "Request";
    }
  }

  define("Response", Response);
  define("Request", Request);
}
