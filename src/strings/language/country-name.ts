/** Names of countries in the page's language. Separate from intl.ts, which every page loads. */
import { pageLocale } from "./language";

/** "Nepal" for 'NP'. */
export function countryName(code: string): string {
  const names = new Intl.DisplayNames(pageLocale(), { type: "region" });
  return names.of(code) ?? code;
}
