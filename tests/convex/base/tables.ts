/** Changes to rows that no function makes: another age, another size, another form. */
import type {
  Doc,
  Id,
  TableNames,
} from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import schema from "../../../convex/schema.ts";
import { rows, type App } from "../open-app.ts";

type Backend = Pick<App, "backend">;

/** All rows, as one text: a refused call must not change them. */
export async function everything(
  app: App,
  except?: TableNames,
): Promise<string> {
  const tables = (Object.keys(schema.tables) as TableNames[]).filter(
    (table) => table !== except,
  );
  const all = await Promise.all(tables.map((table) => rows(app, table)));
  return JSON.stringify(all);
}

/** Changes fields of one row. */
export const changeRow = async <T extends TableNames>(
  { backend }: Backend,
  table: T,
  id: Id<T>,
  fields: Partial<Doc<T>>,
) => await backend.run((ctx) => ctx.db.patch(table, id, fields as never));

/** Changes fields of every row. */
export const changeRows = async <T extends TableNames>(
  { backend }: Backend,
  table: T,
  fields: Partial<Doc<T>>,
) =>
  await backend.run(async (ctx) => {
    for (const { _id } of await ctx.db.query(table).collect())
      await ctx.db.patch(table, _id as Id<T>, fields as never);
  });

export const deleteRows = async ({ backend }: Backend, table: TableNames) =>
  await backend.run(async (ctx) => {
    for (const { _id } of await ctx.db.query(table).collect())
      await ctx.db.delete(table, _id as never);
  });

/** Adds copies of the first row, with other fields. @returns their ids */
export const copyRow = async <T extends TableNames>(
  { backend }: Backend,
  table: T,
  count: number,
  fields: (n: number) => Partial<Doc<T>> = () => ({}),
) =>
  await backend.run(async (ctx) => {
    const first = must(await ctx.db.query(table).first(), table);
    const { _id, _creationTime, ...row } = first;
    const ids: Id<T>[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push(await ctx.db.insert(table, { ...row, ...fields(n) } as never));
    return ids;
  });
