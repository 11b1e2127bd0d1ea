/** Open or closed, by the business's own clock. The form and default of the hours are in the model. */
import {
  hoursOn,
  type OperatingHours,
  type SpecialDay,
} from "../../../convex/business/rules/hours";
import { wallClock } from "../../../convex/base/rules/timezones";

export type Opening =
  | { open: true; until: string }
  | {
      open: false;
      opens: { inDays: number; day: string; time: string } | null;
    };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to see past a week of holidays. */
const LOOKED_AHEAD_DAYS = 14;

export function openingAt(
  hours: {
    operatingHours: OperatingHours;
    specialDays: readonly SpecialDay[];
    timezone: string;
  },
  at: number,
): Opening {
  const clock = wallClock(at, hours.timezone);
  const time = `${pad(clock.hour)}:${pad(clock.minute)}`;
  const today = hoursOn(hours, clock.day);
  if (today !== null && today.start <= time && time < today.end) {
    return { open: true, until: today.end };
  }
  const from = Date.parse(`${clock.day}T00:00:00Z`);
  for (let inDays = 0; inDays <= LOOKED_AHEAD_DAYS; inDays += 1) {
    const date = new Date(from + inDays * DAY_MS);
    const day = date.toISOString().slice(0, 10);
    const then = hoursOn(hours, day);
    if (then === null || (inDays === 0 && time >= then.start)) continue;
    return { open: false, opens: { inDays, day, time: then.start } };
  }
  return { open: false, opens: null };
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
