/** Tracks which catalog changes can be repeated on the newest base. */
import type { Followed } from "../../storage/journal/follower.ts";

export class CatalogWatch {
  #count = 0;
  /** Indexes being built now, and those being built at the last base, which lacks them. */
  readonly #building = new Set<number>();
  #lacking = new Set<number>();

  get count(): number {
    return this.#count;
  }

  /** @param count changes before the first one that is seen */
  begin(count: number): void {
    this.#count = Math.max(this.#count, count);
  }

  /** @returns what to ship; without its request if the base lacks what that needs */
  seen(item: Followed): Followed {
    if (item.kind === "record") return item;
    this.#count = item.catalog;
    const { request } = item;
    if (request?.kind === "prepare")
      for (const { id } of request.indexes) {
        this.#building.add(id);
        this.#lacking.delete(id);
      }
    if (request?.kind !== "publish") return item;
    for (const id of [...request.ready, ...request.dropped])
      this.#building.delete(id);
    const isLacking = request.ready.some((id) => this.#lacking.has(id));
    return isLacking ? { ...item, request: null } : item;
  }

  /** There is a base with everything up to now. */
  baseMade(): void {
    this.#lacking = new Set(this.#building);
  }
}
