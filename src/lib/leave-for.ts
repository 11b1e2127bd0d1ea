/** Leaving for a page of the payment service, and coming back from it. */

/**
 * Loads another site in this tab. The address comes from our own server;
 * anything but a web page is still refused, because an address is all it is.
 * @throws Error for an address that is no web page
 */
export function leaveFor(address: string): void {
  const { protocol, href } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") {
    throw new Error(`Not a web page: ${protocol}`);
  }
  window.location.assign(href);
}

/** Calls back when the browser shows the page again as it was left ("Back"): busy buttons have to wake up. Returns what stops it. */
export function onReturn(notify: () => void): () => void {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) notify();
  };
  window.addEventListener("pageshow", shown);
  return () => window.removeEventListener("pageshow", shown);
}
