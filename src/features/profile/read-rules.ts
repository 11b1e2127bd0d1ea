/** The rows of special days in the form, and their problems. The rules are in the model. */
import { isDay } from "../../../convex/base/rules/timezones";
import type {
  OperatingHours,
  SpecialDay,
} from "../../../convex/business/rules/hours";
import {
  checkVisitRules,
  newVisitRules,
  overlappingDate,
} from "../../../convex/business/rules/visitRules";
import { refusalIn, refusalText } from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { readEnd, shownEnd } from "./closing";

const { visits: strings } = profile;

/** One date in the form. The times stay while it is closed. */
export type DayRow = {
  key: number;
  day: string;
  closed: boolean;
  start: string;
  end: string;
};

export function newRow(key: number): DayRow {
  return { key, day: "", closed: true, start: "09:00", end: "17:00" };
}

/** The rows of the stored dates from `today` on. */
export function rowsOf(days: readonly SpecialDay[], today: string): DayRow[] {
  return days
    .filter(({ day }) => day >= today)
    .map(({ day, hours }, key) => ({
      ...newRow(key),
      ...{ day, closed: hours === null },
      ...(hours && { start: hours.start, end: shownEnd(hours.end) }),
    }));
}

export function daysOf(rows: readonly DayRow[]): SpecialDay[] {
  return rows.map((row) => ({ day: row.day, hours: hoursOf(row) }));
}

/** A row's hours; null: closed. */
export function hoursOf({ closed, start, end }: DayRow): SpecialDay["hours"] {
  return closed ? null : { start, end: readEnd(end) };
}

export type Problem = { about: "day" | "hours"; text: string };

/** The problems by the keys of their rows. @param operatingHours those of the other days */
export function rowProblems(
  rows: readonly DayRow[],
  today: string,
  operatingHours: OperatingHours,
): Map<number, Problem> {
  const problems = new Map<number, Problem>();
  const right: DayRow[] = [];
  for (const row of rows) {
    const problem = problemOf(row, right, today, operatingHours);
    if (problem === null) right.push(row);
    else problems.set(row.key, problem);
  }
  return problems;
}

function problemOf(
  row: DayRow,
  others: readonly DayRow[],
  today: string,
  operatingHours: OperatingHours,
): Problem | null {
  const aboutDay = (text: string): Problem => ({ about: "day", text });
  const aboutHours = (text: string): Problem => ({ about: "hours", text });
  if (!isDay(row.day)) return aboutDay(strings.pickDate);
  if (row.day < today) return aboutDay(strings.datePast);
  try {
    const specialDays = daysOf([...others, row]);
    const checked = checkVisitRules({ ...newVisitRules, specialDays });
    if (!checked.ok) {
      const text = refusalText(checked);
      return checked.code === "specialHoursInvalid"
        ? aboutHours(text)
        : aboutDay(text);
    }
    const day = overlappingDate({ operatingHours, specialDays }, today);
    return day === null
      ? null
      : aboutHours(refusalText({ code: "specialHoursOverlap", day }));
  } catch (error) {
    const thrown = refusalIn(error);
    if (thrown === null) throw error;
    return aboutDay(refusalText(thrown));
  }
}
