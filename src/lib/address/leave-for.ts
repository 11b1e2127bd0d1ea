/** Leaves for a page of the payment service, and handles the return. */

/**
 * Loads another site in this tab.
 * @throws Error for an address that is no web page
 */
export function leaveFor(address: string): void {
  window.location.assign(outsideAddress(address));
}

/**
 * An address of the payment service that this browser can open. Anything except a web page is refused. A stand-in calls
 * itself `localhost`, which on a phone means the phone, so it gets this page's host.
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

/** Notifies when "Back" restores the page, so that busy buttons work again. Returns a function that stops it. */
export function onReturn(notify: () => void): () => void {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) notify();
  };
  window.addEventListener("pageshow", shown);
  return () => window.removeEventListener("pageshow", shown);
}
