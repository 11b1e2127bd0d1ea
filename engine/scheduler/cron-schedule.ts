/**
 * Validates the schedules that `export()` of `crons.ts` gives, and computes the next run. Pure: no clock, no storage.
 */
import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { nextTime, parseCronExpression } from "./cron-expression.ts";

/** One entry of `crons.export()`, ready to be stored. */
export type CronSpec = {
  /** Unique in its component. */
  readonly identifier: string;
  /** Function path as written: `module:fn`, of the component. */
  readonly path: string;
  readonly args: JsonObject;
  /** The schedule as exported; compared as JSON in a deploy. */
  readonly schedule: JsonObject;
};

const WEEKDAYS =
  "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const HOUR = 3_600_000;

/**
 * Validates the result of `crons.export()`.
 * @throws Error with the backend's text for the first error.
 */
export function parseCrons(exported: JsonValue): CronSpec[] {
  return Object.entries(objectOf(exported, "crons")).map(
    ([identifier, entry]) => {
      const bad = /[^\x20-\x7e]/.exec(identifier)?.[0];
      if (bad !== undefined)
        throw new Error(
          `CronIdentifier ${identifier} has invalid character '${bad}': CronIdentifiers can only contain ASCII letters, numbers, spaces, underscores, dashes and apostrophes`,
        );
      const { name, args, schedule } = objectOf(entry, identifier);
      if (typeof name !== "string") throw new Error("Invalid JSON");
      const spec = {
        identifier,
        path: name,
        args: objectOf(Array.isArray(args) ? args[0] : {}, identifier),
        schedule: objectOf(schedule, identifier),
      };
      nextRun(spec, null, 0);
      return spec;
    },
  );
}

/**
 * The next time of a cron (ms since the epoch): strictly after `now`, or `now` itself for an interval that never ran.
 * Missed runs are skipped after a busy or stopped deployment.
 * @param previous when another run was or is due, null for none.
 * @throws Error when the schedule is not valid.
 */
export function nextRun(
  { identifier, schedule }: Pick<CronSpec, "identifier" | "schedule">,
  previous: number | null,
  now: number,
): number {
  if (schedule["type"] === "interval") {
    const period = periodOf(schedule);
    if (previous === null) return now;
    const beats = Math.floor((now - previous) / period) + 1;
    return previous + beats * period;
  }
  const expression = parseCronExpression(expressionOf(schedule));
  // Without a minute, a stable offset is chosen, as in the backend, so that not every deployment is busy at the full
  // hour.
  const offset =
    schedule["type"] === "cron" || typeof schedule["minuteUTC"] === "number"
      ? 0
      : stableOffset(identifier);
  const next = nextTime(expression, now - offset);
  // Guard untested: parsing refuses expressions that are never due; the check is for the type.
  if (next === null) throw new Error(`Cron "${identifier}" is never due`);
  return next + offset;
}

function periodOf(schedule: JsonObject): number {
  const given = (["seconds", "minutes", "hours"] as const).flatMap((unit) => {
    const amount = schedule[unit];
    return amount === undefined || amount === null ? [] : [{ unit, amount }];
  });
  const [only, ...more] = given;
  if (only === undefined || more.length > 0)
    throw new Error(
      "Exactly one of (seconds, minutes, hours) should be specified",
    );
  if (!Number.isInteger(only.amount) || Number(only.amount) <= 0)
    throw new Error("Interval must be an integer greater than 0");
  const unit = { seconds: 1000, minutes: 60_000, hours: HOUR }[only.unit];
  const period = Number(only.amount) * unit;
  if (!Number.isSafeInteger(period))
    throw new Error("Interval must be shorter than 285,000 years");
  return period;
}

function expressionOf(schedule: JsonObject): string {
  const within = (field: string, low: number, high: number): number => {
    const value = schedule[field];
    if (!Number.isInteger(value) || Number(value) < low || Number(value) > high)
      throw new Error(
        `${field} must be ${low}-${high} in ${JSON.stringify(schedule, null, 2)}`,
      );
    return Number(value);
  };
  const minute = () =>
    schedule["minuteUTC"] === undefined || schedule["minuteUTC"] === null
      ? 0
      : within("minuteUTC", 0, 59);
  switch (schedule["type"]) {
    case "hourly":
      return `${minute()} * * * *`;
    case "daily":
      return `${minute()} ${within("hourUTC", 0, 23)} * * *`;
    case "weekly": {
      const day = WEEKDAYS.indexOf(String(schedule["dayOfWeek"]));
      if (day < 0) throw new Error("Invalid JSON");
      return `${minute()} ${within("hourUTC", 0, 23)} * * ${day}`;
    }
    case "monthly":
      return `${minute()} ${within("hourUTC", 0, 23)} ${within("day", 1, 31)} * *`;
    case "cron":
      return String(schedule["cron"]);
    default:
      throw new Error("Invalid JSON");
  }
}

/** Whole seconds within the hour, in ms, from the name alone. */
function stableOffset(identifier: string): number {
  const hash = createHash("sha256").update(identifier).digest();
  return (hash.readUInt32BE(0) % 3600) * 1000;
}

function objectOf(value: JsonValue | undefined, what: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`Invalid JSON: ${what}`);
  return value;
}
