/** Moves the focus when its element disappears. Otherwise Tab would start at the top of the page. */

/** Focuses the open window, else the page's content. @param gone a window that is closing */
export function focusWhatIsLeft(gone: Element | null = null): void {
  const there = document.querySelectorAll<HTMLElement>(
    "[role='dialog'], [role='alertdialog'], #main",
  );
  const left = [...there].filter((one) => one !== gone);
  left.pop()?.focus({ preventScroll: true });
}

/** As `ref` of a control that disappears, such as an accepted offer. */
export function passFocus(control: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === control) focusWhatIsLeft();
  };
}

/** For a child of the page's body that stays reachable while a window is open. */
export const overWindows = { "data-over-windows": "" };
