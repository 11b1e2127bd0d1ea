/**
 * Caches decoded, durable documents by `documentKey`, bounded by size. Two generations instead of an LRU list, so that a hit
 * costs one lookup. Documents not used while a generation fills up are dropped with it.
 */
import type { JsonDocument } from "../../values/json.ts";

type Cached = { readonly document: JsonDocument; readonly weight: number };

export class DocumentCache {
  readonly #limit: number;
  #young = new Map<string, Cached>();
  #old = new Map<string, Cached>();
  #weight = 0;

  /** @param limit characters of JSON per generation; two are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): JsonDocument | undefined {
    const young = this.#young.get(key);
    if (young) return young.document;
    const old = this.#old.get(key);
    if (!old) return undefined;
    this.set(key, old.document, old.weight);
    return old.document;
  }

  /** @param weight characters of its JSON. */
  set(key: string, document: JsonDocument, weight: number): void {
    const known = this.#young.get(key);
    if (known) this.#weight -= known.weight;
    this.#young.set(key, { document, weight });
    this.#weight += weight;
    if (this.#weight <= this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#weight = 0;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#weight = 0;
  }

  delete(key: string): void {
    const known = this.#young.get(key);
    if (known) this.#weight -= known.weight;
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
