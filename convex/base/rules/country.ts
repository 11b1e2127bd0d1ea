/** Countries from the host's tables, and the country of a time zone, for phone numbers without a prefix. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Newer hosts have this method, but the type library does not. Without it no zone has a country. */
type Zoned = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** A search takes up to 0.1 s, because Intl finds zones only by country. */
const known = new Map<string, string | null>();

/** ISO alpha-2; null for zones of no country, such as UTC. */
export function countryOfTimezone(timezone: string): string | null {
  const zone = canonical(timezone);
  let country = known.get(zone);
  if (country === undefined) {
    country = search(zone, timezone);
    known.set(zone, country);
  }
  return country;
}

/** Codes that the host names but that are not countries: unions, pseudo-locales, 'unknown'. */
const NO_COUNTRIES = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];
/** Made on first use, because making it takes longer than using it. */
let regions: Intl.DisplayNames | undefined;

/** Whether this is a current country code, ISO alpha-2. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.includes(code)) return false;
  regions ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  // Intl replaces a former code by the current one.
  const isOfToday = new Intl.Locale(`und-${code}`).region === code;
  return isOfToday && regions.of(code) !== undefined;
}

/** All country codes. */
export function countryCodes(): string[] {
  return LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountry);
}

function search(...zones: readonly string[]): string | null {
  const names = new Set(zones);
  const found = countryCodes().find((code) => {
    const country: Zoned = new Intl.Locale(`und-${code}`);
    return country.getTimeZones?.()?.some((zone) => names.has(zone)) ?? false;
  });
  return found ?? null;
}

function canonical(timezone: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone: timezone });
  return format.resolvedOptions().timeZone;
}
