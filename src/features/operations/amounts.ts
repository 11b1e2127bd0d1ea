/** Sizes and lengths of time, short, in the page's language. */
import { pageLocale } from "../../strings/language/language";

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
const TIMES = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1000 },
] as const;

/** "1.2 GB", in powers of ten. */
export function sizeText(bytes: number): string {
  const power = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const step = Math.min(power, SIZES.length - 1);
  return amount(bytes / 1000 ** step, SIZES[step] ?? "byte");
}

/** "3 hr", "12 ms": in the largest unit that fits at least once. */
export function timeText(ms: number): string {
  const found = TIMES.find((time) => ms >= time.ms);
  return found === undefined
    ? amount(Math.round(ms), "millisecond")
    : amount(ms / found.ms, found.unit);
}

function amount(value: number, unit: string): string {
  return value.toLocaleString(pageLocale(), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}
