/** Open or closed, by the business's own clock. The hours' form and default are the model's. */
import type { OperatingHours } from "../../convex/model/hours";
import { wallClock } from "../../convex/model/timezones";

export type Opening =
  | { open: true; until: string }
  /** `inDays`: 0 is today; `weekday`: 0 is Sunday; null when no day of the week is open. */
  | {
      open: false;
      opens: { inDays: number; weekday: number; time: string } | null;
    };

/** Reads the hours at an instant; times come back as 'HH:mm' of the business. */
export function openingAt(
  hours: OperatingHours,
  at: number,
  timeZone: string,
): Opening {
  const clock = wallClock(at, timeZone);
  const time = `${pad(clock.hour)}:${pad(clock.minute)}`;
  const weekday = new Date(`${clock.day}T00:00:00Z`).getUTCDay();
  const today = hoursOf(hours, weekday);
  if (today !== null && today.start <= time && time < today.end) {
    return { open: true, until: today.end };
  }
  if (today !== null && time < today.start) {
    return { open: false, opens: { inDays: 0, weekday, time: today.start } };
  }
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const day = (weekday + ahead) % 7;
    const then = hoursOf(hours, day);
    if (then === null) continue;
    return {
      open: false,
      opens: { inDays: ahead, weekday: day, time: then.start },
    };
  }
  return { open: false, opens: null };
}

function hoursOf(hours: OperatingHours, weekday: number) {
  return hours[String(weekday) as keyof OperatingHours];
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
