/** Takes no press for a moment after a screen has changed: the second tap of a nervous finger is meant for the old one. */
import { useLayoutEffect, useRef } from "react";

/** Longer than the time between the taps of a double tap. */
const CALM_MS = 400;

/** @param screen names what is shown; each change of it begins the moment */
export function useCalm(screen: string): void {
  const shown = useRef(screen);
  // Before the new screen can be pressed.
  useLayoutEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    return calmDown();
  }, [screen]);
}

/** One for the page: the moment of a later change must not end with that of an earlier one. */
let timer: number | undefined;

/** base.css takes the pointer away from the page in the meantime. Each further tap restarts the moment. */
function calmDown(): () => void {
  document.documentElement.dataset["calm"] = "";
  window.addEventListener("pointerdown", begin);
  begin();
  return end;
}

function begin(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(end, CALM_MS);
}

function end(): void {
  window.clearTimeout(timer);
  window.removeEventListener("pointerdown", begin);
  delete document.documentElement.dataset["calm"];
}
