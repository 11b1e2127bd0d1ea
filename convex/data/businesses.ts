/** Rows of businesses. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { must } from "../model/errors";
import { DEFAULT_SLOT_MINUTES, defaultHours } from "../model/hours";

/** The business with this id; null for anything that is not the id of one. */
export async function findBusiness(
  ctx: Pick<QueryCtx, "db">,
  businessId: string,
): Promise<Doc<"businesses"> | null> {
  const id = ctx.db.normalizeId("businesses", businessId);
  return id === null ? null : await ctx.db.get("businesses", id);
}

/** The business that a row of ours refers to. */
export async function businessOf(
  ctx: Pick<QueryCtx, "db">,
  row: { businessId: Id<"businesses"> },
): Promise<Doc<"businesses">> {
  return must(await ctx.db.get("businesses", row.businessId), "business");
}

/** A business with the defaults of the specification; always on Starter. */
export async function insertBusiness(
  ctx: MutationCtx,
  given: Pick<Doc<"businesses">, "ownerId" | "name" | "email" | "timezone">,
): Promise<Id<"businesses">> {
  return await ctx.db.insert("businesses", {
    ...given,
    phone: null,
    description: null,
    logoUrl: null,
    plan: "starter",
    operatingHours: defaultHours,
    slotMinutes: DEFAULT_SLOT_MINUTES,
    autoComplete: true,
    graceMinutes: 5,
    isDemo: false,
  });
}

/** The business is on this plan from now on; nobody in its queues is touched. */
export async function putOnPlan(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  plan: Doc<"businesses">["plan"],
): Promise<void> {
  await ctx.db.patch("businesses", businessId, { plan });
}
