/** What admins do to accounts of businesses. Deleting is in privacy/data/erase.ts. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError, must, refuse } from "../../base/rules/errors";
import type { Plan } from "../../base/rules/plans";
import type { Refused } from "../../base/rules/refusals";
import type { NewAccount } from "../rules/businessAccounts";
import { createAccount } from "../../account/data/accounts";
import { grantAdmin, isLastAdmin } from "../../account/data/admins";
import { record } from "../../audit/data/log";
import {
  businessOf,
  businessOfOwner,
  findBusiness,
} from "../../business/data/businesses";
import { directoryRow } from "../../business/data/directory";
import {
  followServerPlan,
  grantPlan,
  takeGrantBack,
} from "../../billing/data/subscriptions";

type Admin = { userId: Id<"users"> };

/** Creates user, password, business with its plan and, if wanted, the admin role: all or nothing. @throws adminsFull */
export async function openAccount(
  ctx: MutationCtx,
  by: Admin,
  { plan, isAdmin, ...account }: NewAccount,
  settings: { readonly mail: object | null },
  now: number,
): Promise<
  | { ok: true; businessId: Id<"businesses">; userId: Id<"users"> }
  | Refused<"emailTaken">
> {
  const { email } = account;
  const actor = { kind: "admin", userId: by.userId } as const;
  const userId = await createAccount(ctx, { ...account, plan: null }, now);
  if (userId === null) return refuse("emailTaken");
  const business = must(await businessOfOwner(ctx, userId), "new business");
  const { _id: businessId } = business;
  const made = { actor, action: "businessCreated", businessId } as const;
  await record(ctx, { ...made, after: { email, plan, isAdmin } }, now);
  await grantPlan(ctx, business, plan, "admin", now, actor);
  if (isAdmin) {
    const granted = await grantAdmin(ctx, email, by.userId, settings, now);
    // Thrown, so that the whole account is rolled back.
    if (
      !granted.ok &&
      // Guard untested: a new account is refused for nothing else; the check is for the type.
      granted.code === "adminsFull"
    ) {
      throw appError("adminsFull", { max: granted.max });
    }
  }
  return { ok: true, businessId, userId };
}

/** Grants a plan without payment, or revokes it. Returns the plan that applies now; null for an unknown business. */
export async function setGrant(
  ctx: MutationCtx,
  by: Admin,
  wish: { businessId: string; plan: Plan | null; ofServer: Plan | null },
  now: number,
): Promise<Plan | null> {
  const business = await findBusiness(ctx, wish.businessId);
  if (business === null) return null;
  const { _id: businessId } = business;
  const actor = { kind: "admin", userId: by.userId } as const;
  if (wish.plan !== null) {
    await grantPlan(ctx, business, wish.plan, "admin", now, actor);
  } else {
    await takeGrantBack(ctx, business, now, actor);
    const owed = await businessOf(ctx, { businessId });
    await followServerPlan(ctx, owed, wish.ofServer, now);
  }
  return (await businessOf(ctx, { businessId })).plan;
}

export const toDeleteAnswer = v.object({
  businessId: v.id("businesses"),
  name: v.string(),
  /** Its deletion has begun already. */
  isErasing: v.boolean(),
  isLastAdmin: v.boolean(),
});

/** Facts about a business before its deletion; null if it does not exist. */
export async function accountToDelete(
  ctx: QueryCtx,
  id: string,
): Promise<Infer<typeof toDeleteAnswer> | null> {
  const businessId = ctx.db.normalizeId("businesses", id);
  const row = businessId && (await directoryRow(ctx, businessId));
  if (!row) return null;
  const { name, isErasing } = row;
  const isLast = await isLastAdmin(ctx, row.userId);
  return { businessId: row.businessId, name, isErasing, isLastAdmin: isLast };
}
