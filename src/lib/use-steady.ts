/** Actions with stable identities that run the newest version, so components that receive them need not re-render. */
import { useLayoutEffect, useState } from "react";

/** Do not call them while rendering. */
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
