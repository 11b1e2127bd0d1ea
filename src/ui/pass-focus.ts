/** Where the focus goes when what had it is gone: never to nowhere, from where Tab begins at the top of the page. */

/** The window that is open, else the page's content; both take the focus from code only. @param gone a window that is just being closed */
export function focusWhatIsLeft(gone: Element | null = null): void {
  const left = [
    ...document.querySelectorAll<HTMLElement>(
      "[role='dialog'], [role='alertdialog'], #main",
    ),
  ]
    .filter((one) => one !== gone)
    .at(-1);
  left?.focus({ preventScroll: true });
}

/** As `ref` of a control that goes away by itself, such as an offer that was taken. */
export function passFocus(control: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === control) focusWhatIsLeft();
  };
}

/** Put on a child of the page's body that can be reached while a window is open. */
export const overWindows = { "data-over-windows": "" };
