/**
 * The texts to customers: English sentences with {{placeholders}}, which an owner may replace (product.md N6). When
 * texts are sent is in rules/escalation.ts.
 */
import { v, type Infer } from "convex/values";
import { cleanLines, cleanText } from "../../base/rules/names";

export const templateNameValidator = v.union(
  v.literal("readyNow"),
  v.literal("almost"),
  v.literal("late"),
  v.literal("bookingTomorrow"),
  v.literal("bookingSoon"),
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

/** Longest template of an owner, in characters. */
export const MAX_TEMPLATE = 400;
/** Longest value of a placeholder. */
const MAX_VALUE = 40;

/** The defaults. One segment each with names of ordinary length. */
export const defaultTemplates: Readonly<Record<TemplateName, string>> = {
  readyNow:
    "{{business_name}}: it is your turn, number {{ticket_number}} ({{queue_name}}). Please come to the counter. Reply 1 if you are on your way, 9 to leave, STOP for no texts.",
  almost:
    "{{business_name}}: it is almost your turn, number {{ticket_number}} ({{queue_name}}). Reply 9 to leave, STOP for no texts.",
  late: "{{business_name}} is running about {{minutes}} minutes late, number {{ticket_number}}. Reply 9 to leave, STOP for no texts.",
  bookingTomorrow:
    "{{business_name}}: see you tomorrow at {{time}}, number {{ticket_number}} ({{queue_name}}). Reply 9 to cancel, STOP for no texts.",
  bookingSoon:
    "{{business_name}}: see you today at {{time}}, number {{ticket_number}} ({{queue_name}}). Reply 9 to cancel, STOP for no texts.",
};

/** In the order in which screens show them. */
export const templateNames = Object.keys(
  defaultTemplates,
) as readonly TemplateName[];

/** The values of the placeholders in one text: `ticket_number`, `business_name`, `queue_name`, `time`, `minutes`. */
export type TemplateData = Readonly<Record<string, string>>;

/** The text of a template: the owner's own, or the default. */
export function templateOf(name: TemplateName, own: OwnTemplates): string {
  return own[name] ?? defaultTemplates[name];
}

/**
 * Fills in the values; placeholders without one stay. People type the values, so they may add no placeholder, line
 * break or link.
 */
export function fillTemplate(template: string, data: TemplateData): string {
  return template.replace(
    /\{\{\s*([a-z_]{1,40})\s*\}\}/g,
    (placeholder, name: string) =>
      Object.hasOwn(data, name) ? safeValue(data[name] ?? "") : placeholder,
  );
}

/** An owner's template or message, cleaned for storing and sending; null if empty. */
export function cleanMessage(text: string, max: number): string | null {
  return cleanLines(text, max);
}

/** Removes what phones turn into links: double slashes, and dots between letters or digits. */
function safeValue(value: string): string {
  const plain = (cleanText(value, MAX_VALUE) ?? "").replace(/[{}]+/g, "");
  const linkless = plain
    .replace(/\/{2,}/g, "/")
    .replace(/[.\u3002\uff0e\uff61](?=\S)/gu, ". ");
  return cleanText(linkless, MAX_VALUE) ?? "";
}
