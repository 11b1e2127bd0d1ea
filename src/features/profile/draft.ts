/** Unsent form input, kept on this device until it is sent, discarded, or the user logs out (product.md F1). */
import { isObject, isSame } from "../../../convex/base/rules/threeWay";
import type { Profile } from "../../../convex/business/rules/profile";
import type { Settings } from "../../../convex/business/rules/settings";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { weekdays } from "./weekdays";

type Forms = { setup: Profile & { firstQueue: string }; profile: Settings };

/** Whether stored data has the right form. Not the server's validators, which would add Convex code to the pages. */
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
  clock: isText,
  whenUnmarked: isText,
  graceMinutes: isNumber,
  boardNames: isText,
};
const forms: Record<keyof Forms, Check> = {
  setup: fieldsOf({ ...profile, firstQueue: isText }),
  profile: fieldsOf(settings),
};

/** `whose`: id of the user or their business, because shops share browsers. `base`: the initial values. */
export function keepDraft<Name extends keyof Forms>(
  name: Name,
  whose: string,
  base: Forms[Name],
  typed: Forms[Name],
): void {
  writeStored(storageKeys.draft(name), JSON.stringify({ whose, base, typed }));
}

export function dropDraft(name: keyof Forms): void {
  writeStored(storageKeys.draft(name), null);
}

/** The draft, except where the server has newer values. Without a usable draft, `known` itself. */
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
  // Every business has a name. Without one nothing is known that could be newer.
  const merged = known.name === "" ? typed : newest(known, base, typed);
  return isSame(merged, known) ? known : (merged as Forms[Name]);
}

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

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}
