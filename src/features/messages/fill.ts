/** Templates in the panel: their data and open placeholders. The rules are in convex/messages/rules/smsTemplates. */
import {
  fillTemplate,
  type TemplateData,
  type TemplateName,
} from "../../../convex/messages/rules/smsTemplates";
import { readingOf } from "../../lib/time/format";
import { messages } from "../../strings/messages";

const always = ["business_name", "ticket_number", "queue_name"] as const;
const own: Readonly<Record<TemplateName, readonly string[]>> = {
  readyNow: ["place"],
  almost: [],
  late: ["minutes"],
  bookingTomorrow: ["time"],
  bookingSoon: ["time"],
};

export function placeholdersOf(name: TemplateName): readonly string[] {
  return [...always, ...own[name]].map((one) => `{{${one}}}`);
}

export function openPlaceholders(text: string): readonly string[] {
  return text.match(/\{\{\s*[a-z_]{1,40}\s*\}\}/g) ?? [];
}

export function sampleOf(template: string, business: string): string {
  const { number, queue, minutes, time, place } = messages.templates.sample;
  const data: TemplateData = {
    business_name: business,
    ticket_number: number,
    queue_name: queue,
    minutes,
    place,
    time: readingOf(time),
  };
  return fillTemplate(template, data);
}
