/** Listeners of a value outside React, in the shape that useSyncExternalStore wants. */
// A function: for the oldest browsers of customers' pages each class with fields comes with much code.
export function newListeners() {
  const all = new Set<() => void>();
  return {
    /** Returns a function that stops it. */
    subscribe: (notify: () => void): (() => void) => {
      all.add(notify);
      return () => all.delete(notify);
    },
    notify: (): void => all.forEach((notify) => notify()),
  };
}
