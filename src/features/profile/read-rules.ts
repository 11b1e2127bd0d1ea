/** The rows of special days in the form, and their problems. The rules are in the model. */
import type { SpecialDay } from "../../../convex/business/rules/hours";
import {
  checkVisitRules,
  newVisitRules,
} from "../../../convex/business/rules/visitRules";
import { refusalIn, refusalText } from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";

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
      ...hours,
    }));
}

export function daysOf(rows: readonly DayRow[]): SpecialDay[] {
  return rows.map(({ day, closed, start, end }) => ({
    day,
    hours: closed ? null : { start, end },
  }));
}

export type Problem = { about: "day" | "hours"; text: string };

export function rowProblems(
  rows: readonly DayRow[],
  today: string,
): Map<number, Problem> {
  const problems = new Map<number, Problem>();
  const right: DayRow[] = [];
  for (const row of rows) {
    const problem = problemOf(row, right, today);
    if (problem === null) right.push(row);
    else problems.set(row.key, problem);
  }
  return problems;
}

function problemOf(
  row: DayRow,
  others: readonly DayRow[],
  today: string,
): Problem | null {
  const aboutDay = (text: string): Problem => ({ about: "day", text });
  if (row.day === "") return aboutDay(strings.pickDate);
  if (row.day < today) return aboutDay(strings.datePast);
  try {
    const specialDays = daysOf([...others, row]);
    const checked = checkVisitRules({ ...newVisitRules, specialDays });
    if (checked.ok) return null;
    const text = refusalText(checked);
    return checked.code === "specialHoursInvalid"
      ? { about: "hours", text }
      : aboutDay(text);
  } catch (error) {
    const thrown = refusalIn(error);
    if (thrown === null) throw error;
    return aboutDay(refusalText(thrown));
  }
}
