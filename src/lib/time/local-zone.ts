/** The time zone of whoever reads: for screens that are of no business. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
