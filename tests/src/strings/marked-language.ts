/** A language in which every sentence of the English tables stands in ⟦brackets⟧, and the words of a page outside of them. */

function mark(text: unknown): unknown {
  if (typeof text === "string") return `⟦${text}⟧`;
  if (typeof text === "function") {
    const make = text as (...given: unknown[]) => unknown;
    return (...given: unknown[]) => mark(outside(make(...given), given));
  }
  if (Array.isArray(text)) return text.map(mark);
  if (typeof text !== "object" || text === null) return text;
  return Object.fromEntries(
    Object.entries(text).map(([key, one]) => [key, mark(one)]),
  );
}

/** Values put into a sentence stand outside of its brackets, because they must have a source of their own. */
function outside(made: unknown, given: readonly unknown[]): unknown {
  if (typeof made !== "string") return made;
  return given
    .filter((one) => typeof one === "string" && /\p{L}/u.test(one))
    .reduce<string>(
      (text, one) => text.replaceAll(String(one), `⟧${String(one)}⟦`),
      made,
    );
}

/** Every English table by its name, so that new ones are found too. */
const english = import.meta.glob<object>(
  ["../../../src/strings/*.ts", "../../../src/strings/refusals/*.ts"],
  { eager: true },
);
export const marked = mark(
  Object.assign({}, ...Object.values(english)),
) as object;
/** The language's code. Its day names differ from the English ones. */
export const MARKED = "de";

/** Names and addresses of the samples and their initials, plans, the product, and words from Intl. */
const DATA = [
  "Yourturn",
  "Starter",
  "Pro",
  "Enterprise",
  "Fade & Fortune",
  "Walk-ins",
  "Zoë",
  "Ana",
  "anna@example.com",
  "hello@yourturn.example",
  "London",
  "FF",
  `${location.origin}/join?b=shop`,
  ...["year", "day", "hour", "minute"].flatMap((unit) =>
    [2, 1].map((count) => unitName(unit, count)),
  ),
  ...["long", "short"].flatMap((weekday) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => words({ weekday }, 0, 4 + day)),
  ),
  ...[10, 11].map((month) => words({ month: "long" }, month, 1)),
  // What a list is joined with.
  " und ",
];

function words(form: object, month: number, day: number): string {
  const format = new Intl.DateTimeFormat(MARKED, { ...form, timeZone: "UTC" });
  return format.format(Date.UTC(1970, month, day));
}
/** "Tage" for days in the language. */
function unitName(unit: string, count: number): string {
  const parts = new Intl.NumberFormat(MARKED, {
    style: "unit",
    unit,
    unitDisplay: "long",
  }).formatToParts(count);
  return parts.find(({ type }) => type === "unit")?.value ?? "";
}
const READ = ["aria-label", "title", "placeholder", "alt"];

/** Words shown or read aloud on the page that are neither from the tables nor in DATA. */
export function unmarkedWords(): string[] {
  const found = [document.title];
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = all.nextNode(); node !== null; node = all.nextNode()) {
    if (node instanceof Element) {
      found.push(...READ.map((name) => node.getAttribute(name) ?? ""));
    } else if (!/^(STYLE|SCRIPT)$/.test(node.parentElement?.tagName ?? "")) {
      found.push(node.textContent ?? "");
    }
  }
  return found.map(withoutMarked).filter((text) => /\p{L}/u.test(text));
}

/** A sentence may contain another one. */
function withoutMarked(text: string): string {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, "");
  if (less !== text) return withoutMarked(less);
  return DATA.reduce((rest, name) => rest.replaceAll(name, ""), less);
}
