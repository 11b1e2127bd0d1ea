/** Listeners of a value outside React, in the shape that useSyncExternalStore wants. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Returns a function that stops it. */
  readonly subscribe = (notify: () => void): (() => void) => {
    this.#all.add(notify);
    return () => this.#all.delete(notify);
  };

  readonly notify = (): void => {
    this.#all.forEach((notify) => notify());
  };
}
