/** What an owner says about the business, checked and cleaned. The rules and texts are those of the owner part §5. */
import type { DoneOrRefused } from "./answers";
import type { OperatingHours } from "./hours";
import { cleanText, MAX_DESCRIPTION } from "./names";
import { cleanPhone } from "./phone";
import { texts } from "./texts";

export const SLOT_STEP = 5;
export const MAX_SLOT_MINUTES = 8 * 60;

export type Profile = {
  name: string;
  phone: string | null;
  description: string | null;
  slotMinutes: number;
  operatingHours: OperatingHours;
};

const DAYS = [
  ["0", "Sunday"],
  ["1", "Monday"],
  ["2", "Tuesday"],
  ["3", "Wednesday"],
  ["4", "Thursday"],
  ["5", "Friday"],
  ["6", "Saturday"],
] as const;

/** 'HH:mm' of one day; 24:00 is not a time that a day's clock shows. */
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * The profile as it is kept, or the text that says what is wrong.
 * @throws InvalidInput for a phone number of no known form
 */
export function checkProfile(
  given: Profile,
): { ok: true; profile: Profile } | Extract<DoneOrRefused, { ok: false }> {
  const name = cleanText(given.name);
  if (name === null) return refuse(texts.businessNameRequired);
  const { slotMinutes, operatingHours } = given;
  if (!(slotMinutes > 0)) return refuse(texts.slotMinutesInvalid);
  if (slotMinutes % SLOT_STEP !== 0 || slotMinutes > MAX_SLOT_MINUTES) {
    return refuse(texts.slotMinutesStep);
  }
  for (const [key, day] of DAYS) {
    const hours = operatingHours[key];
    if (hours === null) continue;
    const { start, end } = hours;
    const isGood = CLOCK.test(start) && CLOCK.test(end) && start < end;
    if (!isGood) return refuse(texts.hoursInvalid(day));
  }
  const profile = {
    name,
    phone: cleanPhone(given.phone ?? undefined),
    description: cleanText(given.description, MAX_DESCRIPTION),
    slotMinutes,
    operatingHours,
  };
  return { ok: true, profile };
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
