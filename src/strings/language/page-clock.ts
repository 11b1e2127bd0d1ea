/** How the page's business writes times, dates (product.md F6) and phone numbers. The formatter is lib/time/format. */
import type { Clock, Writing } from "../../../convex/base/rules/clock";
import { pageLocale } from "./language";

type Shop = { readonly clock: Clock; readonly country: string | null };

const PLATFORM: Shop = { clock: "h24", country: null };
let shop = PLATFORM;

/** The page shows this business from now on. Called where the business arrives, before its times render. */
export function openClock({ clock, country }: Shop): void {
  shop = { clock, country };
}

/** The page's language with the business's clock and order. */
export function shopWriting(): Writing {
  return { locale: pageLocale(), ...shop };
}

/** The same for what belongs to no business. */
export function platformWriting(): Writing {
  return { locale: pageLocale(), ...PLATFORM };
}

/** A number that nobody has, as an example: American where the business is. */
export function examplePhone(): string {
  const isAmerican = ["US", "CA"].includes(shop.country ?? "");
  return isAmerican ? "+1 212 555 0123" : "+44 7700 900123";
}
