/** Finds rows by the fields of an index, whose name `by_a_and_b` says them. */
import type { DataModel, Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** What reading rows needs of a function's ctx. */
export type Reader = Pick<QueryCtx, "db">;
type Table = keyof DataModel;

type Fields<Name extends Table> = {
  [Index in keyof DataModel[Name]["indexes"]]: Index extends `by_${infer F}`
    ? F
    : never;
}[keyof DataModel[Name]["indexes"]];
type Split<All> = All extends `${infer Field}_and_${infer Rest}`
  ? [Field, ...Split<Rest>]
  : [All];
type Values<Name extends Table, All, List = Split<All>> = {
  [At in keyof List]: List[At] extends keyof Doc<Name>
    ? Exclude<Doc<Name>[List[At]], undefined>
    : never;
};
/** The first of these values, at least one. */
type FirstOf<List> = List extends [infer First, ...infer Rest]
  ? [First] | [First, ...FirstOf<Rest>]
  : never;
type Range = { eq: (field: string, value: unknown) => Range };

/** Makes the function that finds the one row with these values; null for none. */
export function rowBy<Name extends Table, All extends Fields<Name>>(
  name: Name,
  fields: All,
) {
  return async (
    ctx: Reader,
    ...values: Values<Name, All> & unknown[]
  ): Promise<Doc<Name> | null> =>
    await rows(ctx, name, fields, values).unique();
}

/** Makes the function that finds the rows with these first values, in the index's order, `most` at most. */
export function rowsBy<Name extends Table, All extends Fields<Name>>(
  name: Name,
  fields: All,
  most: number,
) {
  return async (
    ctx: Reader,
    ...values: FirstOf<Values<Name, All>> & unknown[]
  ): Promise<Doc<Name>[]> => await rows(ctx, name, fields, values).take(most);
}

/** The same, the index's last rows first. */
export function newestBy<Name extends Table, All extends Fields<Name>>(
  name: Name,
  fields: All,
  most: number,
) {
  return async (
    ctx: Reader,
    ...values: FirstOf<Values<Name, All>> & unknown[]
  ): Promise<Doc<Name>[]> =>
    await rows(ctx, name, fields, values).order("desc").take(most);
}

function rows<Name extends Table>(
  ctx: Reader,
  name: Name,
  fields: string,
  values: readonly unknown[],
) {
  const inRange = (range: Range) =>
    fields
      .split("_and_")
      .slice(0, values.length)
      .reduce((found, field, at) => found.eq(field, values[at]), range);
  // The types of `withIndex` do not follow a table name in a variable.
  return ctx.db
    .query(name)
    .withIndex(`by_${fields}` as never, inRange as never);
}
