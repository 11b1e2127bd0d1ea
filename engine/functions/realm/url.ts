/** `URL` and `URLSearchParams` of a realm, around the host's. Evaluated inside the realm, see host.ts. */
import type { RealmHost } from "./host.ts";
import type { RealmTools } from "./tools.ts";

export function setUpUrl(
  { web }: Pick<RealmHost, "web">,
  { define, guard }: RealmTools,
): void {
  type HostParams = InstanceType<typeof web.URLSearchParams>;
  type Init = Iterable<Iterable<unknown>> | Record<string, unknown>;

  /** Reads the input here, so that the host gets only strings. */
  const append = (params: HostParams, init: Init) => {
    const isIterable = Symbol.iterator in init;
    const pairs = isIterable
      ? (init as Iterable<Iterable<unknown>>)
      : Object.entries(init);
    for (const pair of pairs) {
      const parts = [...pair];
      if (parts.length !== 2)
        throw new TypeError(
          "Failed to construct 'URLSearchParams': Sequence initializer must only contain pair elements",
        );
      params.append(String(parts[0]), String(parts[1]));
    }
  };

  class URLSearchParams {
    readonly #params: HostParams;
    constructor(init: unknown = "") {
      if (init instanceof web.URLSearchParams) {
        this.#params = init;
      } else if (typeof init === "object" && init !== null) {
        this.#params = new web.URLSearchParams();
        append(this.#params, init as Init);
      } else {
        this.#params = new web.URLSearchParams(String(init));
      }
    }
    append(name: string, value: string) {
      this.#params.append(String(name), String(value));
    }
    delete(name: string, value?: string) {
      if (value === undefined) this.#params.delete(String(name));
      else this.#params.delete(String(name), String(value));
    }
    get(name: string) {
      return this.#params.get(String(name));
    }
    getAll(name: string) {
      return [...this.#entries()]
        .filter(([key]) => key === String(name))
        .map(([, value]) => value);
    }
    has(name: string, value?: string) {
      return value === undefined
        ? this.#params.has(String(name))
        : this.#params.has(String(name), String(value));
    }
    set(name: string, value: string) {
      this.#params.set(String(name), String(value));
    }
    sort() {
      this.#params.sort();
    }
    get size() {
      return this.#params.size;
    }
    forEach(
      callback: (value: string, key: string, parent: this) => void,
      thisArg?: unknown,
    ) {
      for (const [key, value] of this.#entries())
        callback.call(thisArg, value, key, this);
    }
    *#entries(): Generator<[string, string]> {
      // The host's iterator and pairs stay here.
      for (const [key, value] of this.#params) yield [key, value];
    }
    entries() {
      return this.#entries();
    }
    *keys() {
      for (const [key] of this.#entries()) yield key;
    }
    *values() {
      for (const [, value] of this.#entries()) yield value;
    }
    [Symbol.iterator]() {
      return this.#entries();
    }
    toString() {
      return this.#params.toString();
    }
    get [Symbol.toStringTag]() {
      return "URLSearchParams";
    }
  }

  const PARTS = [
    "href",
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
  ] as const;
  let hostOf: (url: URL) => Record<(typeof PARTS)[number], string>;

  class URL {
    readonly #url: InstanceType<typeof web.URL>;
    readonly #searchParams: URLSearchParams;
    static {
      hostOf = (url) => url.#url;
    }
    constructor(url: string | URL, base?: string | URL) {
      const text = String(url);
      const from = base === undefined ? undefined : String(base);
      this.#url = guard(() => new web.URL(text, from));
      this.#searchParams = new URLSearchParams(this.#url.searchParams);
    }
    static canParse(url: string | URL, base?: string | URL) {
      return URL.parse(url, base) !== null;
    }
    static parse(url: string | URL, base?: string | URL) {
      try {
        return new URL(url, base);
      } catch {
        return null;
      }
    }
    get origin() {
      return this.#url.origin;
    }
    get searchParams() {
      return this.#searchParams;
    }
    toString() {
      return this.#url.href;
    }
    toJSON() {
      return this.#url.href;
    }
    get [Symbol.toStringTag]() {
      return "URL";
    }
  }
  for (const name of PARTS)
    Object.defineProperty(URL.prototype, name, {
      enumerable: true,
      configurable: true,
      get(this: URL) {
        return hostOf(this)[name];
      },
      set(this: URL, value: unknown) {
        const text = String(value);
        guard(() => {
          hostOf(this)[name] = text;
        });
      },
    });

  define("URL", URL);
  define("URLSearchParams", URLSearchParams);
}
