/** The country that a time zone is in, by the host's own tables: for reading phone numbers without a country's prefix. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** In newer hosts than the type library knows; without it no zone has a country. */
type Zoned = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** A search takes up to 0.1 s, because Intl finds zones by country only. */
const known = new Map<string, string | null>();

/** ISO alpha-2; null for zones of no country, such as UTC. */
export function countryOfTimezone(timezone: string): string | null {
  let country = known.get(timezone);
  if (country === undefined) {
    country = search(timezone);
    known.set(timezone, country);
  }
  return country;
}

function search(timezone: string): string | null {
  const names = new Set([timezone, canonical(timezone)]);
  const codes = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
  const found = codes.find((code) => {
    const country: Zoned = new Intl.Locale(`und-${code}`);
    // A former code is replaced by the one of today.
    if (country.region !== code) return false;
    return country.getTimeZones?.()?.some((zone) => names.has(zone)) ?? false;
  });
  return found ?? null;
}

function canonical(timezone: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone: timezone });
  return format.resolvedOptions().timeZone;
}
