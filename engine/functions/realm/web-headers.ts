/** `Headers` of a realm. Evaluated inside the realm, see host.ts. https://fetch.spec.whatwg.org/#headers-class */
import type { RealmTools } from "./tools.ts";

export interface RealmHeaders {
  append(name: string, value: string): void;
  set(name: string, value: string): void;
  get(name: string): string | null;
}
export type HeadersClass = new (init?: unknown) => RealmHeaders;

export function setUpHeaders({ define }: RealmTools): HeadersClass {
  const nameOf = (name: unknown) => {
    const text = String(name);
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(text))
      throw new TypeError(`Headers: "${text}" is an invalid header name.`);
    return text.toLowerCase();
  };
  const valueOf = (value: unknown) => {
    const text = String(value).replace(
      /^[\t\n\r ]+|(?<![\t\n\r ])[\t\n\r ]+$/g,
      "",
    );
    if (/[\0\n\r]|[^\0-\xff]/.test(text))
      throw new TypeError(`Headers: "${text}" is an invalid header value.`);
    return text;
  };

  class Headers {
    readonly #values = new Map<string, string[]>();
    constructor(init?: unknown) {
      if (init === undefined || init === null) return;
      if (typeof init !== "object")
        throw new TypeError("Failed to construct 'Headers': Invalid value");
      const pairs =
        Symbol.iterator in init
          ? (init as Iterable<Iterable<unknown>>)
          : Object.entries(init);
      for (const pair of pairs) {
        const parts = [...pair];
        if (parts.length !== 2)
          throw new TypeError("Failed to construct 'Headers': Invalid value");
        this.append(String(parts[0]), String(parts[1]));
      }
    }
    append(name: string, value: string) {
      const key = nameOf(name);
      const values = this.#values.get(key) ?? [];
      values.push(valueOf(value));
      this.#values.set(key, values);
    }
    set(name: string, value: string) {
      this.#values.set(nameOf(name), [valueOf(value)]);
    }
    delete(name: string) {
      this.#values.delete(nameOf(name));
    }
    get(name: string) {
      return this.#values.get(nameOf(name))?.join(", ") ?? null;
    }
    has(name: string) {
      return this.#values.has(nameOf(name));
    }
    getSetCookie() {
      return [...(this.#values.get("set-cookie") ?? [])];
    }
    *#entries(): Generator<[string, string]> {
      for (const key of [...this.#values.keys()].sort()) {
        const values = this.#values.get(key) ?? [];
        if (key === "set-cookie")
          for (const value of values) yield [key, value];
        else yield [key, values.join(", ")];
      }
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
    forEach(
      callback: (value: string, key: string, parent: this) => void,
      thisArg?: unknown,
    ) {
      for (const [key, value] of this.#entries())
        callback.call(thisArg, value, key, this);
    }
    [Symbol.iterator]() {
      return this.#entries();
    }
    get [Symbol.toStringTag]() {
      return "Headers";
    }
  }
  define("Headers", Headers);
  return Headers;
}
