/**
 * What somebody has typed into a form and not sent yet, kept on this device
 * until it is sent, thrown away, or they log out (features/shell/use-logout.ts). product.md F1.
 * Not the reading of the forms: read-profile.ts, read-settings.ts.
 */
import type { Profile } from "../../../convex/business/rules/profile";
import type { Settings } from "../../../convex/business/rules/settings";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { weekdays } from "./weekdays";

/** Each form, as it is kept. */
type Forms = { setup: Profile & { firstQueue: string }; profile: Settings };

/** Whether what is stored has a form. Not the server's validators: the pages would have to carry Convex's makers of them. */
type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isYesNo: Check = (value) => typeof value === "boolean";
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const fieldsOf =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isFields(value) &&
    Object.entries(checks).every(([name, check]) => check(value[name]));

const isDay = orNull(fieldsOf({ start: isText, end: isText }));
const profile: Record<keyof Profile, Check> = {
  name: isText,
  phone: orNull(isText),
  description: orNull(isText),
  slotMinutes: isNumber,
  operatingHours: fieldsOf(
    Object.fromEntries(weekdays.map(({ key }) => [key, isDay])),
  ),
};
const settings: Record<keyof Settings, Check> = {
  ...profile,
  specialDays: listOf(fieldsOf({ day: isText, hours: isDay })),
  walkInsOnlyWhenOpen: isYesNo,
  almostAt: isNumber,
  timezone: isText,
  country: orNull(isText),
  autoComplete: isYesNo,
  graceMinutes: isNumber,
  boardNames: isText,
};
const forms: Record<keyof Forms, Check> = {
  setup: fieldsOf({ ...profile, firstQueue: isText }),
  profile: fieldsOf(settings),
};

/** Remembers what the form holds now. @param whose id of who types, or of their business: shops share browsers @param base what the form began with, without any draft */
export function keepDraft<Name extends keyof Forms>(
  name: Name,
  whose: string,
  base: Forms[Name],
  typed: Forms[Name],
): void {
  writeStored(storageKeys.draft(name), JSON.stringify({ whose, base, typed }));
}

/** It is sent, or nobody wants it any more. */
export function dropDraft(name: keyof Forms): void {
  writeStored(storageKeys.draft(name), null);
}

/**
 * What the form begins with: what was typed, except where the server has
 * something newer than the typing began with. A draft of somebody else, or one
 * that cannot be read or says nothing new, counts for nothing: then it is
 * `known` itself.
 */
export function withDraft<Name extends keyof Forms>(
  name: Name,
  whose: string,
  known: Forms[Name],
): Forms[Name] {
  const draft = parsed(readStored(storageKeys.draft(name)));
  if (!isFields(draft) || draft["whose"] !== whose) return known;
  const { base, typed } = draft;
  const isGood = forms[name];
  if (!isGood(base) || !isGood(typed)) return known;
  // Every business has a name: without one, nothing is known that could be newer.
  const merged = known.name === "" ? typed : newest(known, base, typed);
  return isSame(merged, known) ? known : (merged as Forms[Name]);
}

/** `typed`, with `known` in each part that is no longer as in `base`. */
function newest(known: unknown, base: unknown, typed: unknown): unknown {
  if (isFields(known) && isFields(base) && isFields(typed)) {
    const parts = Object.keys(known).map((part) => [
      part,
      newest(known[part], base[part], typed[part]),
    ]);
    return Object.fromEntries(parts);
  }
  return isSame(known, base) ? typed : known;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
