/** Leaving for a page of the payment service, and coming back from it. */

/**
 * Loads another site in this tab.
 * @throws Error for an address that is no web page
 */
export function leaveFor(address: string): void {
  window.location.assign(outsideAddress(address));
}

/**
 * An address of the payment service as this browser can open it. It comes from our own server; anything but a web page
 * is still refused, because an address is all it is. A stand-in on the server's machine calls itself `localhost`, which
 * on a phone would be the phone: there it is the machine that this page is from.
 * @throws Error for an address that is no web page
 */
export function outsideAddress(address: string): string {
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(`Not a web page: ${url.protocol}`);
  }
  if (isThisMachine(url.hostname)) url.hostname = window.location.hostname;
  return url.href;
}

/** Whether a host name means the machine that reads it. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** Calls back when the browser shows the page again as it was left ("Back"): busy buttons have to wake up. Returns what stops it. */
export function onReturn(notify: () => void): () => void {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) notify();
  };
  window.addEventListener("pageshow", shown);
  return () => window.removeEventListener("pageshow", shown);
}
