/** Actions that stay the same functions while what they do follows the newest drawing: what is drawn with them need not be drawn anew. */
import { useLayoutEffect, useState } from "react";

/** Not to be called while drawing. */
export function useSteady<Actions extends object>(actions: Actions): Actions {
  const [steady] = useState(() => new Steady(actions));
  useLayoutEffect(() => steady.follow(actions));
  return steady.actions;
}

class Steady<Actions extends object> {
  readonly actions: Actions;
  #latest: Actions;

  constructor(actions: Actions) {
    this.#latest = actions;
    const made = (Object.keys(actions) as (keyof Actions)[]).map((name) => [
      name,
      (...given: unknown[]) =>
        (this.#latest[name] as (...given: unknown[]) => unknown)(...given),
    ]);
    this.actions = Object.fromEntries(made) as Actions;
  }

  follow(actions: Actions): void {
    this.#latest = actions;
  }
}
