/** Reads the wizard's form as a profile, with a sentence for each invalid field. The rules are in the model. */
import { DEFAULT_SLOT_MINUTES } from "../../../convex/business/rules/hours";
import {
  checkProfile,
  type Profile,
} from "../../../convex/business/rules/profile";
import { readEnd } from "./closing";
import { textIn } from "../../lib/read-form";
import { refusalIn, refusalText } from "../../strings/refusals/owner";
import { weekdays, type Weekday } from "./weekdays";

/** By field; those of the hours by weekday. */
export type ProfileErrors = Partial<
  Record<"name" | "phone" | "slotMinutes" | Weekday, string>
>;

const CLOSED: Profile["operatingHours"] = {
  "0": null,
  "1": null,
  "2": null,
  "3": null,
  "4": null,
  "5": null,
  "6": null,
};

/** A valid profile. One field at a time is replaced in it, so each gets its own sentence. */
const FLAWLESS: Profile = {
  name: "A",
  phone: null,
  description: null,
  slotMinutes: DEFAULT_SLOT_MINUTES,
  operatingHours: CLOSED,
};

function problemOf(part: Partial<Profile>): string | null {
  try {
    const checked = checkProfile({ ...FLAWLESS, ...part });
    return checked.ok ? null : refusalText(checked);
  } catch (error) {
    const thrown = refusalIn(error);
    if (thrown === null) throw error;
    return refusalText(thrown);
  }
}

/** The problem of one day's hours, or null. The next day's hours may begin too early for them. */
export function dayProblem(
  key: Weekday,
  hours: Profile["operatingHours"],
): string | null {
  const only = (...keys: Weekday[]) =>
    problemOf({
      operatingHours: {
        ...CLOSED,
        ...Object.fromEntries(keys.map((one) => [one, hours[one]])),
      },
    });
  const next = String((Number(key) + 1) % 7) as Weekday;
  const own = only(key);
  return own ?? (only(next) === null ? only(key, next) : null);
}

export function readProfile(fields: FormData): Profile {
  const text = (name: string) => textIn(fields, name).trim();
  const hours = { ...CLOSED };
  for (const { key } of weekdays) {
    if (fields.get(`closed-${key}`) !== null) continue;
    hours[key] = {
      start: text(`start-${key}`),
      end: readEnd(text(`end-${key}`)),
    };
  }
  return {
    name: text("name"),
    phone: text("phone") || null,
    description: text("description") || null,
    // Non-numbers count as 0. Fractions stay, so that 5.5 is refused instead of becoming 5.
    slotMinutes: Number(text("slotMinutes")) || 0,
    operatingHours: hours,
  };
}

export function profileErrors(profile: Profile): ProfileErrors {
  const { name, phone, slotMinutes, operatingHours } = profile;
  const found = {
    name: problemOf({ name }),
    phone: problemOf({ phone }),
    slotMinutes: problemOf({ slotMinutes }),
    ...Object.fromEntries(
      weekdays.map(({ key }) => [key, dayProblem(key, operatingHours)]),
    ),
  };
  const wrong = Object.entries(found).filter(([, text]) => text !== null);
  return Object.fromEntries(wrong);
}

/** The shown errors that still apply. New ones wait until the form is sent again. */
export function remainingErrors(
  shown: ProfileErrors,
  profile: Profile,
): ProfileErrors {
  const found = Object.entries(profileErrors(profile));
  return Object.fromEntries(found.filter(([field]) => field in shown));
}
