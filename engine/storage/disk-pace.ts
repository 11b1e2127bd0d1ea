/**
 * Whether the disk is quick enough to be waited for on the engine's own thread. Where nobody else has anything to do
 * meanwhile, that costs less than to have another thread wait and be woken by it. Knows nothing of what is written.
 */

/** So many syncs in a row must have been quick: one that was not is seldom the last. */
const STREAK = 16;

export class DiskPace {
  readonly #quickSync: number;
  #streak = 0;

  /** @param quickSync a sync that takes less, in ms, is quick. */
  constructor(quickSync: number) {
    this.#quickSync = quickSync;
  }

  get isQuick(): boolean {
    return this.#streak >= STREAK;
  }

  /** @param took how long a sync has taken, in ms. */
  note(took: number): void {
    this.#streak = took < this.#quickSync ? this.#streak + 1 : 0;
  }
}
