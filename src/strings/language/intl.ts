/** Wrappers of Intl in the page's language: weekdays, numbers, lists, plurals. */
import { dateIn } from "../../../convex/base/rules/clock";
import { pageLocale } from "./language";
import { shopWriting } from "./page-clock";

/** "Monday" for 1; 0 is Sunday. */
export function weekdayName(weekday: number): string {
  // The first Sunday of 1970.
  const at = Date.UTC(1970, 0, 4 + weekday);
  return dateIn(at, "UTC", { weekday: "long" }, shopWriting());
}

/** "Friday 25 December 2026" for '2026-12-25'. */
export function dateName(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return dateIn(at, "UTC", { dateStyle: "full" }, shopWriting());
}

/** By locale and digits. Making a format takes longer than a hundred uses, and a list has hundreds of numbers. */
const formats: Record<string, Intl.NumberFormat> = {};

export function number(value: number, fractionDigits = 0): string {
  const locale = pageLocale();
  const format = (formats[locale + fractionDigits] ??= new Intl.NumberFormat(
    locale,
    {
      useGrouping: "min2",
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    },
  ));
  return format.format(value);
}

/** "In 4 days." from "in 4 days". */
export function sentence(text: string): string {
  return `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;
}

/** Between the ends of a range, which stay on one line: the word joiner after the dash shows nothing. */
export const TO = "–\u2060";

/** A name of any script inside a sentence, isolated so that its direction does not affect the rest. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** A queue's name with its letter: "H · Haircut". */
export function queueLabel({
  letter,
  name,
}: {
  letter: string | null;
  name: string;
}): string {
  return letter === null ? name : `${letter} · ${isolated(name)}`;
}

/** "one, two and three". */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(words);
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** `counted = counting("en")`, then `counted(2, { one: "# person", other: "# people" })`. */
export function counting(language: string) {
  const rules = new Intl.PluralRules(language);
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace("#", number(count));
}
