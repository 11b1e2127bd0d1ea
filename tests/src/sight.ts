/** Which parts of the page are in sight. jsdom has no layout. */
import { vi } from "vitest";

type Tell = (entry: object) => void;

/** @param observed called for each part that a screen begins to watch, with what tells the screen about it */
export function stubSight(observed: (target: Element, tell: Tell) => void) {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly observe: (target: Element) => void;
      constructor(tell: (entries: object[]) => void) {
        this.observe = (target) =>
          observed(target, (entry) => tell([{ target, ...entry }]));
      }
      readonly disconnect = () => undefined;
    },
  );
}
