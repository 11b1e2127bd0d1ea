/** Bookable times in words, by the business's clock. */
import { pageLocale } from "../../strings/language/language";

/** "10:30 AM": in every English locale the specification's 'h:mm a', elsewhere the language's own format. */
export function slotTime(at: number, timeZone: string): string {
  const inEnglish = pageLocale().startsWith("en");
  const time = new Intl.DateTimeFormat(inEnglish ? "en-US" : pageLocale(), {
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(at);
  // Few fonts have Intl's narrow space before AM.
  return time.replace("\u202f", " ");
}

/** "Wed 25 November, 10:30 AM". */
export function bookedTime(at: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat(pageLocale(), {
    weekday: "short",
    day: "numeric",
    month: "long",
    timeZone,
  }).format(at);
  return `${day}, ${slotTime(at, timeZone)}`;
}
