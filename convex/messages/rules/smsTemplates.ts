/** The texts to customers: sentences with {{placeholders}}, which an owner may replace (product.md N6). */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { beginOf, cleanLines, cleanText } from "../../base/rules/names";
import { MAX_SEGMENTS } from "./sms";
import { segmentsOf } from "./smsSegments";

export const templateNameValidator = oneOf(
  "readyNow",
  "almost",
  "late",
  "bookingTomorrow",
  "bookingSoon",
);
export type TemplateName = Infer<typeof templateNameValidator>;

/** An owner's own templates; absent ones use the default. */
export const ownTemplatesValidator = v.object({
  readyNow: v.optional(v.string()),
  almost: v.optional(v.string()),
  late: v.optional(v.string()),
  bookingTomorrow: v.optional(v.string()),
  bookingSoon: v.optional(v.string()),
});
export type OwnTemplates = Infer<typeof ownTemplatesValidator>;

/** The place of a call to no named chair. */
export const COUNTER = "the counter";

/** In characters. */
export const MAX_TEMPLATE = 400;
const MAX_VALUE = 40;
/** Three characters, because '…' would double the price of a text. */
const CUT = "...";

/** The defaults. One segment each with names of ordinary length. */
export const defaultTemplates: Readonly<Record<TemplateName, string>> = {
  readyNow:
    "{{business_name}}: it's your turn, number {{ticket_number}} ({{queue_name}}). Please come to {{place}}. Reply 1 if you're on your way, 9 to leave, STOP to opt out.",
  almost:
    "{{business_name}}: it's almost your turn, number {{ticket_number}} ({{queue_name}}). Reply 9 to leave, STOP to opt out.",
  late: "{{business_name}} is running about {{minutes}} minutes late, number {{ticket_number}}. Reply 9 to leave, STOP to opt out.",
  bookingTomorrow:
    "{{business_name}}: see you tomorrow at {{time}}, number {{ticket_number}} ({{queue_name}}). Reply 9 to cancel, STOP to opt out.",
  bookingSoon:
    "{{business_name}}: see you today at {{time}}, number {{ticket_number}} ({{queue_name}}). Reply 9 to cancel, STOP to opt out.",
};

/** In the order in which screens show them. */
export const templateNames = Object.keys(
  defaultTemplates,
) as readonly TemplateName[];

/** The values of the placeholders in one text: `ticket_number`, `business_name`, `queue_name`, `place`, `time`, `minutes`. */
export type TemplateData = Readonly<Record<string, string>>;

/** The text of a template: the owner's own, or the default. */
export function templateOf(name: TemplateName, own: OwnTemplates): string {
  return own[name] ?? defaultTemplates[name];
}

/**
 * Fills in the values; placeholders without one stay. People type the values, so they may add no placeholder, line
 * break or link.
 */
export function fillTemplate(
  template: string,
  data: TemplateData,
  longest = MAX_VALUE,
): string {
  return plainMarks(
    template.replace(
      /\{\{\s*([a-z_]{1,40})\s*\}\}/g,
      (placeholder, name: string) =>
        Object.hasOwn(data, name)
          ? safeValue(data[name] ?? "", longest)
          : placeholder,
    ),
  );
}

/** The same with shorter values if the text would be too long: one with the beginning of a name is better than none. */
export function fitTemplate(template: string, data: TemplateData): string {
  const texts = [MAX_VALUE, 28, 20, 12].map((longest) =>
    fillTemplate(template, data, longest),
  );
  const fits = (text: string) => segmentsOf(text).segments <= MAX_SEGMENTS;
  return texts.find(fits) ?? texts.at(-1) ?? "";
}

/** An owner's template or message, cleaned for storing and sending; null if empty. */
export function cleanMessage(text: string, max: number): string | null {
  return cleanLines(plainMarks(beginOf(text, max)), max);
}

const PLAIN_MARKS: Readonly<Record<string, string>> = {
  ...marks("'", "\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc"),
  ...marks('"', "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"),
  ...marks("-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"),
  ...marks(" ", "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f"),
  "\u2026": "...",
  "\u2022": "*",
};

/** Typographic marks as those of the plain SMS alphabet. One of the others would double the price of the whole text. */
export function plainMarks(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (mark) => PLAIN_MARKS[mark] ?? mark);
}

function marks(plain: string, typographic: string): Record<string, string> {
  return Object.fromEntries([...typographic].map((mark) => [mark, plain]));
}

/** Without what phones turn into links: double slashes, and dots between letters or digits. */
function safeValue(value: string, longest: number): string {
  const plain = (cleanText(value) ?? "").replace(/[{}]+/g, "");
  const linkless = plain
    .replace(/\/{2,}/g, "/")
    .replace(/[.\u3002\uff0e\uff61](?=\S)/gu, ". ");
  return shortened(cleanText(linkless) ?? "", longest);
}

/** Ends with '...' after the last whole word that fits, or within a word that does not fit alone. */
function shortened(text: string, longest: number): string {
  if (cleanText(text, longest) === cleanText(text)) return text;
  const begin = cleanText(text, longest - CUT.length) ?? "";
  const isWhole = text.startsWith(`${begin} `);
  return (isWhole ? begin : begin.replace(/\s\S*$/u, "")) + CUT;
}
