/** Whether a person is at the display, which shows its controls and the pointer only then. */
import { useEffect, useState } from "react";

/** The pointer and the controls disappear after this time. */
const QUIET_MS = 3_000;
/** Longer after the start, so that people find the controls. */
const FIRST_MS = 10_000;

export function useActivity(): boolean {
  const [active, setActive] = useState(true);
  useEffect(() => {
    const rest = () => setActive(false);
    let timer = window.setTimeout(rest, FIRST_MS);
    const wake = (event: Event) => {
      // Browsers also send this event for a still pointer when the page below it changes.
      const isStill =
        event instanceof PointerEvent &&
        event.type === "pointermove" &&
        event.movementX === 0 &&
        event.movementY === 0;
      if (isStill) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(rest, QUIET_MS);
      setActive(true);
    };
    const signs = ["pointermove", "pointerdown", "keydown"] as const;
    signs.forEach((name) => window.addEventListener(name, wake));
    return () => {
      window.clearTimeout(timer);
      signs.forEach((name) => window.removeEventListener(name, wake));
    };
  }, []);
  return active;
}
