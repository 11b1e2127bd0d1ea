/** The rows of special days as people edit them, and what is wrong with each. The rules are the model's. */
import type { SpecialDay } from "../../../convex/business/rules/hours";
import {
  checkVisitRules,
  newVisitRules,
} from "../../../convex/business/rules/visitRules";
import { refusalIn, refusalText } from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";

const { visits: strings } = profile;

/** One date in the form; the times stay while it is closed. */
export type DayRow = {
  key: number;
  day: string;
  closed: boolean;
  start: string;
  end: string;
};

/** What a date begins with that is added by hand: a holiday. */
export function newRow(key: number): DayRow {
  return { key, day: "", closed: true, start: "09:00", end: "17:00" };
}

/** The rows of what is kept, without the dates before `today`: they have had their effect. */
export function rowsOf(days: readonly SpecialDay[], today: string): DayRow[] {
  return days
    .filter(({ day }) => day >= today)
    .map(({ day, hours }, key) => ({
      ...newRow(key),
      ...{ day, closed: hours === null },
      ...hours,
    }));
}

/** The rows as the server takes them. */
export function daysOf(rows: readonly DayRow[]): SpecialDay[] {
  return rows.map(({ day, closed, start, end }) => ({
    day,
    hours: closed ? null : { start, end },
  }));
}

/** What is wrong with a row, and with which of its fields. */
export type Problem = { about: "day" | "hours"; text: string };

/** The rows that are wrong, by their keys. */
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
