/**
 * How much of requests' bodies may be in memory at once, whoever sends them: without a bound some dozen large ones at
 * the same time end the process. Small bodies are always taken, and one large one at a time whatever its size.
 */

/** Bodies up to this size, bytes, are not counted: a shop's own calls are far smaller. */
const FREE = 64 * 1024;
const LIMIT = 96 * 1024 * 1024;

export class BodyBudget {
  readonly #limit: number;
  readonly #held = new Map<object, number>();
  #sum = 0;

  constructor(limit: number = LIMIT) {
    this.#limit = limit;
  }

  /**
   * Counts what has arrived of a request's body, before and after it is unpacked.
   * @param bytes all that the request takes now; less than before changes nothing
   * @returns false, and nothing counted, when there is no room
   */
  hold(request: object, bytes: number): boolean {
    const before = this.#held.get(request) ?? 0;
    if (bytes <= FREE || bytes <= before) return true;
    const others = this.#sum - before;
    if (others > 0 && others + bytes > this.#limit) return false;
    this.#held.set(request, bytes);
    this.#sum = others + bytes;
    return true;
  }

  /** The request has been answered, or is gone. */
  release(request: object): void {
    this.#sum -= this.#held.get(request) ?? 0;
    this.#held.delete(request);
  }
}

/** One for the process, because its memory is one. */
export const bodyBudget = new BodyBudget();
