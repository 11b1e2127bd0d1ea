/** Leaves this page for another site, such as the payment service, and back. */

/** Loads another site in this tab. @throws Error for an address that is no web page */
export function leaveFor(address: string): void {
  window.location.assign(outsideAddress(address));
}

/**
 * A stand-in's `localhost` becomes this page's host: on a phone it means the phone.
 * @throws Error if no web page
 */
export function outsideAddress(
  address: string,
  { hostname }: Pick<Location, "hostname"> = window.location,
): string {
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(`Not a web page: ${url.protocol}`);
  }
  if (isThisMachine(url.hostname)) url.hostname = hostname;
  return url.href;
}

export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** Notifies when "Back" restores the page, so that busy buttons work again. @returns a function that stops it */
export function onReturn(notify: () => void): () => void {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) notify();
  };
  window.addEventListener("pageshow", shown);
  return () => window.removeEventListener("pageshow", shown);
}
