/**
 * The builders of registered functions, one for each access level: the name at
 * the export says who may call. Each builder checks the caller first and hands
 * what it loaded to the handler, so that no handler checks again or forgets.
 * Every function declares args and returns. The only importer of the raw
 * builders.
 */
import {
  actionGeneric,
  httpActionGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  internalQueryGeneric,
  mutationGeneric,
  queryGeneric,
  type PublicHttpAction,
  type RegisteredAction,
  type RegisteredMutation,
  type RegisteredQuery,
} from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
} from "convex/values";
import { internal } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "./_generated/server";
import {
  ensureAdmin,
  ensureOwner,
  ensureSubscriber,
  ensureUser,
} from "./data/access";
import { ticketBySecret } from "./data/tickets";

type Spec<
  Ctx,
  Args extends PropertyValidators,
  Returns extends GenericValidator,
> = {
  args: Args;
  returns: Returns;
  handler: (ctx: Ctx, args: ObjectType<Args>) => Promise<Infer<Returns>>;
};

// The return types below spell RegisteredX out: an alias of ours would hide
// from `api` what it infers through that very name.

/** Somebody who is signed in. */
export type User = { userId: Id<"users"> };
/** The signed-in owner of a business. */
export type Owner = { userId: Id<"users">; business: Doc<"businesses"> };
/** The owner as an action knows them; it holds no rows, because they may be old by its next step. */
export type ActingOwner = {
  userId: Id<"users">;
  businessId: Id<"businesses">;
  email: string;
};
/** A signed-in platform admin. */
export type Admin = { userId: Id<"users"> };
/** The holder of a ticket's secret; null when no ticket has it. */
export type Customer = { ticket: Doc<"tickets"> | null; secret: string };

/** Anybody. */
export function publicQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<QueryCtx, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return queryGeneric(spec as never);
}

/** Anybody. */
export function publicMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return mutationGeneric(spec as never);
}

const secretArg = { secret: v.string() };
type WithSecret<Args extends PropertyValidators> = Args & typeof secretArg;

/** Whoever holds a ticket's secret: adds the argument `secret` and gives `ctx.ticket`. */
export function customerQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<QueryCtx & Customer, Args, Returns>,
): RegisteredQuery<
  "public",
  ObjectType<WithSecret<Args>>,
  Promise<Infer<Returns>>
> {
  return queryGeneric({
    args: { ...spec.args, ...secretArg },
    returns: spec.returns,
    handler: async (ctx: QueryCtx, { secret, ...args }: { secret: string }) => {
      const ticket = await ticketBySecret(ctx, secret);
      return await spec.handler(
        { ...ctx, ticket, secret },
        args as ObjectType<Args>,
      );
    },
  } as never);
}

/** Whoever holds a ticket's secret: adds the argument `secret` and gives `ctx.ticket`. */
export function customerMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx & Customer, Args, Returns>,
): RegisteredMutation<
  "public",
  ObjectType<WithSecret<Args>>,
  Promise<Infer<Returns>>
> {
  return mutationGeneric({
    args: { ...spec.args, ...secretArg },
    returns: spec.returns,
    handler: async (
      ctx: MutationCtx,
      { secret, ...args }: { secret: string },
    ) => {
      const ticket = await ticketBySecret(ctx, secret);
      return await spec.handler(
        { ...ctx, ticket, secret },
        args as ObjectType<Args>,
      );
    },
  } as never);
}

/**
 * Anybody who is signed in.
 * @throws NotSignedIn
 */
export function userMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx & User, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return mutationGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: MutationCtx, args: ObjectType<Args>) =>
      await spec.handler({ ...ctx, userId: await ensureUser(ctx) }, args),
  } as never);
}

/**
 * A signed-in user with a business, which is `ctx.business`.
 * @throws NotSignedIn, or NotAllowed for a user without a business
 */
export function ownerQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<QueryCtx & Owner, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return queryGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: QueryCtx, args: ObjectType<Args>) =>
      await spec.handler({ ...ctx, ...(await ensureOwner(ctx)) }, args),
  } as never);
}

/**
 * A signed-in user with a business, which is `ctx.business`.
 * @throws NotSignedIn, or NotAllowed for a user without a business
 */
export function ownerMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx & Owner, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return mutationGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: MutationCtx, args: ObjectType<Args>) =>
      await spec.handler({ ...ctx, ...(await ensureOwner(ctx)) }, args),
  } as never);
}

/**
 * An owner whose subscription is good.
 * @throws NotSignedIn, NotAllowed for a user without a business, NotSubscribed
 */
export function subscriberMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx & Owner, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return mutationGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: MutationCtx, args: ObjectType<Args>) =>
      await spec.handler({ ...ctx, ...(await ensureSubscriber(ctx)) }, args),
  } as never);
}

/**
 * A signed-in platform admin.
 * @throws NotSignedIn or NotAllowed
 */
export function adminQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<QueryCtx & Admin, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return queryGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: QueryCtx, args: ObjectType<Args>) =>
      await spec.handler({ ...ctx, ...(await ensureAdmin(ctx)) }, args),
  } as never);
}

/**
 * A signed-in platform admin.
 * @throws NotSignedIn or NotAllowed
 */
export function adminMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx & Admin, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return mutationGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: MutationCtx, args: ObjectType<Args>) =>
      await spec.handler({ ...ctx, ...(await ensureAdmin(ctx)) }, args),
  } as never);
}

/** Anybody. */
export function publicAction<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<ActionCtx, Args, Returns>,
): RegisteredAction<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return actionGeneric(spec as never);
}

/**
 * A signed-in user with a business, for what talks to outside services.
 * @throws NotSignedIn, or NotAllowed for a user without a business
 */
export function ownerAction<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<ActionCtx & { owner: ActingOwner }, Args, Returns>,
): RegisteredAction<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return actionGeneric({
    args: spec.args,
    returns: spec.returns,
    handler: async (ctx: ActionCtx, args: ObjectType<Args>) => {
      const owner: ActingOwner = await ctx.runQuery(internal.account.owner, {});
      return await spec.handler({ ...ctx, owner }, args);
    },
  } as never);
}

/** A route of http.ts. Whoever calls has shown nothing yet. */
export function httpEndpoint(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  return httpActionGeneric(handler as never);
}

/** Only this deployment's own functions. */
export function internalQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<QueryCtx, Args, Returns>,
): RegisteredQuery<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  return internalQueryGeneric(spec as never);
}

/** Only this deployment's own functions. */
export function internalMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<MutationCtx, Args, Returns>,
): RegisteredMutation<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  return internalMutationGeneric(spec as never);
}

/** Only this deployment's own functions. */
export function internalAction<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  spec: Spec<ActionCtx, Args, Returns>,
): RegisteredAction<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  return internalActionGeneric(spec as never);
}
