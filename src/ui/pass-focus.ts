/** Where the focus goes when what had it is gone: never to nowhere, from where Tab begins at the top of the page. */

/** The window that is open, else the page's content; both take the focus from code only. */
export function focusWhatIsLeft(): void {
  const left = [
    ...document.querySelectorAll<HTMLElement>(
      "[role='dialog'], [role='alertdialog'], #main",
    ),
  ].at(-1);
  left?.focus({ preventScroll: true });
}

/** As `ref` of a control that goes away by itself, such as an offer that was taken. */
export function passFocus(control: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === control) focusWhatIsLeft();
  };
}
