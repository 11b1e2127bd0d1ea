/** Rows as files of an export: JSON as stored, CSV with a column per field of the schema. */
import { timeIn, type Writing } from "../../base/rules/clock";
import { csvLines, type Cell } from "../../base/rules/csv";
import { dayKey } from "../../base/rules/timezones";

export type Form = { type: string; value?: unknown };
type Fields = Record<string, { fieldType: Form }>;

type Row = Readonly<Record<string, unknown>>;

/** How the business writes its times. */
export type ShopClock = { timezone: string; writing: Writing };

/** A plausible number in a field with such a name is a time; the CSV shows it by the business's clock. */
const MOMENT = /(?:At|Time|^at|^until|^since|^start|^end)$/;
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2200, 0);

/** Paths such as 'state.calledAt'. Objects are split into fields; lists and records are one column each. */
export function columnsOf(form: Form, without: readonly string[]): string[] {
  const fields = ["_id", "_creationTime", ...leaves(form, "")];
  return fields.filter((path) => !without.includes(path.split(".")[0] ?? ""));
}

function leaves(form: Form, path: string): string[] {
  const object = objectIn(form);
  if (object === null) return [path];
  return Object.entries(object).flatMap(([name, { fieldType }]) =>
    leaves(fieldType, path === "" ? name : `${path}.${name}`),
  );
}

/** The fields of an object, nullable or not. For a union of objects, all fields that occur. */
function objectIn({ type, value }: Form): Fields | null {
  if (type === "object") return value as Fields;
  if (type !== "union") return null;
  const members = (value as Form[]).filter((one) => one.type !== "null");
  const objects = members.map(objectIn).filter((one) => one !== null);
  if (objects.length === 0 || objects.length < members.length) return null;
  return objects.reduce((all, one) => ({ ...all, ...one }), {});
}

export function withoutFields(row: Row, without: readonly string[]): Row {
  const kept = Object.entries(row).filter(([name]) => !without.includes(name));
  return Object.fromEntries(kept);
}

export function csvOf(
  rows: readonly Row[],
  columns: readonly string[],
  shop: ShopClock,
) {
  return csvLines(
    rows.map((row) => columns.map((path) => cellAt(row, path, shop))),
  );
}

function cellAt(row: Row, path: string, shop: ShopClock): Cell {
  const value = path
    .split(".")
    .reduce<unknown>(
      (at, name) =>
        typeof at === "object" && at !== null ? (at as Row)[name] : undefined,
      row,
    );
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (typeof value !== "number") return JSON.stringify(value);
  const isMoment =
    MOMENT.test(path.split(".").at(-1) ?? "") &&
    value >= EARLIEST_MS &&
    value < LATEST_MS;
  return isMoment ? momentIn(value, shop) : value;
}

/** "2026-11-25 10:30": spreadsheets of every country read and sort such days. */
function momentIn(at: number, { timezone, writing }: ShopClock): string {
  return `${dayKey(at, timezone)} ${timeIn(at, timezone, writing)}`;
}

/** Rows as elements of a JSON list. @param isFirst whether none came before them */
export function jsonOf(rows: readonly Row[], isFirst: boolean): string {
  return rows
    .map((row, place) => {
      const comma = isFirst && place === 0 ? "" : ",";
      return `${comma}\n${JSON.stringify(row)}`;
    })
    .join("");
}
