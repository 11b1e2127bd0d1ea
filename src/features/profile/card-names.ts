/** The cards of the settings, and which setting is in which. */
import { isSame } from "../../../convex/base/rules/threeWay";
import type { Settings } from "../../../convex/business/rules/settings";
import { profile as strings } from "../../strings/profile";

export type CardName = "details" | "hours" | "visits" | "line";

export const titles: Readonly<Record<CardName, string>> = {
  details: strings.details,
  hours: strings.hours,
  visits: strings.visits.title,
  line: strings.line.title,
};
export const cards = Object.keys(titles) as readonly CardName[];

/** What the button says that opens a card, and the form it opens. */
export function editLabel(card: CardName): string {
  return card === "details" ? strings.edit : strings.editCard(titles[card]);
}

const settings: Readonly<Record<keyof Settings, readonly [CardName, string]>> =
  {
    name: ["details", strings.name],
    phone: ["details", strings.phone],
    description: ["details", strings.description],
    slotMinutes: ["details", strings.slot],
    timezone: ["details", strings.zone],
    country: ["details", strings.country],
    clock: ["details", strings.clock],
    operatingHours: ["hours", strings.hours],
    specialDays: ["hours", strings.visits.days],
    walkInsOnlyWhenOpen: ["visits", strings.visits.walkIns],
    graceMinutes: ["line", strings.line.grace],
    almostAt: ["line", strings.line.almost],
    whenUnmarked: ["line", strings.line.whenUnmarked],
    boardNames: ["line", strings.line.board],
  };
const fields = Object.keys(settings) as readonly (keyof Settings)[];

export function nameOf(field: string): string {
  return settings[field as keyof Settings]?.[1] ?? field;
}

/** The first card in which the two differ. */
export function changedCard(one: Settings, other: Settings): CardName | null {
  const changed = fields.find((field) => !isSame(one[field], other[field]));
  return changed === undefined ? null : settings[changed][0];
}

/** `base` with the fields of one card from elsewhere. */
export function withCard(base: Settings, from: Settings, card: CardName) {
  const own = fields.filter((field) => settings[field][0] === card);
  return withFields(base, from, own);
}

export function withFields(
  base: Settings,
  from: Settings,
  names: readonly string[],
): Settings {
  const own = Object.entries(from).filter(([name]) => names.includes(name));
  return { ...base, ...Object.fromEntries(own) };
}
