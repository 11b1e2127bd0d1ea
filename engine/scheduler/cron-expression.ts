/**
 * Cron expressions of five fields in UTC, and their next time. Pure: no clock. Supports numbers, names of months and
 * days, `*`, lists, steps and ranges, which may wrap around, as in the backend (saffron). Sunday is 0, and also 7,
 * which the backend refuses. `L`, `W` and `#` of the backend are not supported.
 */

export type CronExpression = {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly daysOfWeek: ReadonlySet<number>;
  /** When both day fields are restricted, either one is enough. Only `*` alone is no restriction. */
  readonly eitherDay: boolean;
};

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DAYS = "sun mon tue wed thu fri sat".split(" ");

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A leap day on a given weekday recurs within 40 years (1900-like gaps included). */
const SEARCH_DAYS = 40 * 366;

/** @throws Error with a text for the developer when the expression is invalid or never due. */
export function parseCronExpression(text: string): CronExpression {
  const fields = text.trim().toLowerCase().split(/\s+/);
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = ""] =
    fields;
  if (fields.length !== 5)
    throw new Error(`Cron expression "${text}" must have five fields`);
  const expression = {
    minutes: parseField(minute, 0, 59, []),
    hours: parseField(hour, 0, 23, []),
    daysOfMonth: parseField(dayOfMonth, 1, 31, []),
    months: parseField(month, 1, 12, MONTHS),
    daysOfWeek: parseField(dayOfWeek, 0, 7, DAYS, 7),
    eitherDay: dayOfMonth !== "*" && dayOfWeek !== "*",
  };
  if (nextTime(expression, 0) === null)
    throw new Error(`Cron expression "${text}" is never due`);
  return expression;
}

/**
 * First full minute strictly after `after` (ms since the epoch) at which the expression is due; null if there is none.
 */
export function nextTime(
  expression: CronExpression,
  after: number,
): number | null {
  const from = (Math.floor(after / MINUTE) + 1) * MINUTE;
  let day = Math.floor(from / DAY) * DAY;
  for (let tried = 0; tried < SEARCH_DAYS; tried++, day += DAY) {
    if (!isDueOn(expression, new Date(day))) continue;
    for (const hour of ascending(expression.hours))
      for (const minute of ascending(expression.minutes)) {
        const time = day + hour * HOUR + minute * MINUTE;
        if (time >= from) return time;
      }
  }
  return null;
}

function isDueOn(expression: CronExpression, day: Date): boolean {
  if (!expression.months.has(day.getUTCMonth() + 1)) return false;
  const byMonth = expression.daysOfMonth.has(day.getUTCDate());
  const byWeek = expression.daysOfWeek.has(day.getUTCDay());
  return expression.eitherDay ? byMonth || byWeek : byMonth && byWeek;
}

function ascending(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b);
}

/** `names` count from `low`; ranges wrap around after `count` values. */
function parseField(
  field: string,
  low: number,
  high: number,
  names: readonly string[],
  count = high - low + 1,
): Set<number> {
  const values = new Set<number>();
  const bad = () => new Error(`Cron field "${field}" cannot be read`);
  const number = (text: string): number => {
    const named = names.indexOf(text);
    const value = named >= 0 ? named + low : Number(text);
    if (!/^\w+$/.test(text) || !Number.isInteger(value)) throw bad();
    if (value < low || value > high) throw bad();
    return value;
  };
  for (const part of field.split(",")) {
    const [range = "", step, ...rest] = part.split("/");
    const by = step === undefined ? 1 : Number(step);
    if (rest.length > 0 || !Number.isInteger(by) || by < 1) throw bad();
    const [first = "", last, ...more] = range.split("-");
    if (more.length > 0) throw bad();
    let from = low;
    let to = high;
    if (range !== "*") {
      from = number(first);
      if (last !== undefined) to = number(last);
      else if (step === undefined) to = from;
    }
    const length = from <= to ? to - from : to - from + count;
    for (let at = from - low; at <= from - low + length; at += by)
      values.add(low + (at % count));
  }
  return values;
}
