/** A span of time in words. */
import { pageLocale } from "../../strings/language/language";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [
  ["year", 365 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** "30 days", in the largest unit that divides it; minutes at least. */
export function spanOf(ms: number): string {
  const [unit, size] =
    UNITS.find(([, size]) => ms % size === 0) ??
    (["minute", MINUTE_MS] as const);
  return new Intl.NumberFormat(pageLocale(), {
    style: "unit",
    unit,
    unitDisplay: "long",
  }).format(ms / size);
}
