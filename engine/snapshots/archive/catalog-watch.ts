/** Which changes of the catalog can be made again upon the newest base. Knows no files. */
import type { Followed } from "../../storage/journal/follower.ts";

export class CatalogWatch {
  #count = 0;
  /** Indexes that are being built, and those that were when the base was made: it does not have them. */
  readonly #building = new Set<number>();
  #lacking = new Set<number>();

  /** Changes so far. */
  get count(): number {
    return this.#count;
  }

  /** @param count changes before the first one that is seen */
  begin(count: number): void {
    this.#count = Math.max(this.#count, count);
  }

  /** @returns what is to be shipped: without a way to make it again where the base lacks what it needs */
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

  /** There is a base in which everything up to now is. */
  baseMade(): void {
    this.#lacking = new Set(this.#building);
  }
}
