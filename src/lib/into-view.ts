/** Scrolls a new message into view: on customers' pages a bar covers the bottom. */

/** A ref. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: "nearest" });
}
