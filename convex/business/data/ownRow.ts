/** Rows of the caller's business, by an id that a page sent. */
import type { Doc } from "../../_generated/dataModel";
import { appError } from "../../base/rules/errors";
import type { Reader } from "../../base/data/rowBy";

type Owned =
  | "chairs"
  | "invitations"
  | "queues"
  | "supportThreads"
  | "tablets"
  | "ticketEvents"
  | "tickets";

export type OfBusiness = Reader & { business: Doc<"businesses"> };

/** @throws notFound alike for no row, another business's row, or an invalid id */
export async function ensureOwn<Table extends Owned>(
  ctx: OfBusiness,
  table: Table,
  text: string,
): Promise<Doc<Table>> {
  const id = ctx.db.normalizeId(table, text);
  const row = id === null ? null : await ctx.db.get(table, id);
  if (row?.businessId !== ctx.business._id) throw appError("notFound");
  return row;
}
