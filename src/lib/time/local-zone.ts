/** The device's time zone, for screens of no business. UTC where the device does not know its own, as with TZ="". */
export function localZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    // Browsers may name a zone that they refuse, such as 'Etc/Unknown'.
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}

/** "New York" of "America/New_York". */
export function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
