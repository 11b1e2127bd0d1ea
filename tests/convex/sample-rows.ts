/** A row of any table, made from the schema: every field is filled, and every id is one of the given ids. Holds no assertions. */
import type { TableNames } from "../../convex/_generated/dataModel.js";
import { must } from "../../convex/base/rules/errors.ts";
import schema from "../../convex/schema.ts";

export type Form =
  | { type: "object"; value: Record<string, { fieldType: Form }> }
  | { type: "array"; value: Form }
  | { type: "record"; keys: Form; values: { fieldType: Form } }
  | { type: "union"; value: Form[] }
  | { type: "id"; tableName: string }
  | { type: "literal"; value: string | number | boolean }
  | { type: "string" | "any" | "null" | "number" | "boolean" };

/** The form of a table's rows. */
export const formOf = (table: TableNames): Form =>
  (schema.tables[table].validator as unknown as { json: Form }).json;

/** The tables whose ids a form may hold, at any depth. */
export function refersTo(form: Form): string[] {
  switch (form.type) {
    case "object":
      return Object.values(form.value).flatMap((f) => refersTo(f.fieldType));
    case "array":
      return refersTo(form.value);
    case "record":
      return [...refersTo(form.keys), ...refersTo(form.values.fieldType)];
    case "union":
      return form.value.flatMap(refersTo);
    case "id":
      return [form.tableName];
    default:
      return [];
  }
}

/**
 * A value of this form. @param ids one for each table that a field may refer to @param text the value of every field
 * that holds any text
 */
export function sampleOf(
  form: Form,
  ids: Readonly<Record<string, string>>,
  text: string,
): unknown {
  switch (form.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(form.value).map(([name, { fieldType }]) => [
          name,
          sampleOf(fieldType, ids, text),
        ]),
      );
    case "array":
      return [sampleOf(form.value, ids, text)];
    case "record":
      return {};
    case "union":
      return sampleOf(must(form.value[0], "member of a union"), ids, text);
    case "id":
      return must(ids[form.tableName], `id of ${form.tableName}`);
    case "literal":
      return form.value;
    case "string":
    case "any":
      return text;
    case "number":
      return 1;
    case "boolean":
      return false;
    case "null":
      return null;
  }
}
