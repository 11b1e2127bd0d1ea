/** The schema while migrations run: each field in its new or its old form. */
import {
  v,
  type GenericValidator,
  type PropertyValidators,
} from "convex/values";
import type { Migration } from "./define";

type Table = { validator: unknown };
type Schema = { tables: Record<string, Table> };

/** The same schema, but it also accepts documents that the migrations have not reached. */
export function widened<S extends Schema>(
  schema: S,
  migrations: readonly Migration[],
): S {
  const tables: Record<string, Table> = { ...schema.tables };
  for (const { name, table, older } of migrations) {
    const before = tables[table];
    if (before === undefined)
      throw new Error(`Migration "${name}" is of no table: "${table}"`);
    const { fields } = before.validator as { fields: PropertyValidators };
    tables[table] = changed(before, { validator: widenedTable(fields, older) });
  }
  return changed(schema, { tables });
}

function widenedTable(now: PropertyValidators, older: PropertyValidators) {
  const fields = { ...now };
  for (const [name, was] of Object.entries(older))
    fields[name] = either(now[name], was);
  return v.object(fields);
}

function either(
  now: GenericValidator | undefined,
  was: GenericValidator,
): GenericValidator {
  if (now === undefined) return v.optional(was as never);
  const both = v.union(now as never, was as never);
  const isOptional = [now, was].some((one) => one.isOptional === "optional");
  return isOptional ? v.optional(both) : both;
}

/** A copy with other members and the same class, so that it keeps `export()`. */
function changed<T extends object>(original: T, members: object): T {
  const copy = Object.create(Object.getPrototypeOf(original) as object) as T;
  return Object.assign(copy, original, members);
}
