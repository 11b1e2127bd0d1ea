/**
 * The builders of registered functions, one for each access level: the name at
 * the export says who may call. Each builder checks the caller first and puts
 * what it loaded into the handler's `ctx`, so that no handler checks again or
 * forgets. Every function declares args and returns. The only importer of the
 * raw builders.
 */
import {
  actionGeneric,
  httpActionGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  internalQueryGeneric,
  mutationGeneric,
  queryGeneric,
  type FunctionVisibility,
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
  ensureCounter,
  ensureOwner,
  ensureSubscriber,
  ensureUser,
  type Staff,
  type User,
} from "./data/access";
import { inNewestForm } from "./data/newestForm";
import { once } from "./data/requests";
import { ticketBySecret } from "./data/tickets";

/** The owner as an action knows them; it holds no rows, because they may be old by its next step. */
export type ActingOwner = User & {
  businessId: Id<"businesses">;
  email: string;
};
/** The holder of a ticket's secret; null when no ticket has it. */
export type Customer = { ticket: Doc<"tickets"> | null; secret: string };

type Spec<
  Ctx,
  Args extends PropertyValidators,
  Returns extends GenericValidator,
> = {
  args: Args;
  returns: Returns;
  handler: (ctx: Ctx, args: ObjectType<Args>) => Promise<Infer<Returns>>;
};

/**
 * What an access level asks of a caller, as convex-helpers' customFunctions
 * have it: `load` checks them and gives what is added to `ctx`, and throws for
 * who may not call; `args` are its own arguments, which no handler sees.
 * `around` may answer in the handler's place, in the form of `returns`.
 */
type Access<Ctx, Loaded, Own extends PropertyValidators> = {
  args: Own;
  load: (ctx: Ctx, own: ObjectType<Own>) => Promise<Loaded>;
  around?: (
    ctx: Ctx & Loaded,
    own: ObjectType<Own>,
    handle: () => Promise<unknown>,
    returns: GenericValidator,
  ) => Promise<unknown>;
};

type NoArgs = Record<never, never>;

// These spell RegisteredX out: an alias of ours would hide from `api` what it
// infers through that very name.

type QueryBuilder<
  Loaded,
  Own extends PropertyValidators,
  Visibility extends FunctionVisibility,
> = <Args extends PropertyValidators, Returns extends GenericValidator>(
  spec: Spec<QueryCtx & Loaded, Args, Returns>,
) => RegisteredQuery<
  Visibility,
  ObjectType<Args & Own>,
  Promise<Infer<Returns>>
>;

type MutationBuilder<
  Loaded,
  Own extends PropertyValidators,
  Visibility extends FunctionVisibility,
> = <Args extends PropertyValidators, Returns extends GenericValidator>(
  spec: Spec<MutationCtx & Loaded, Args, Returns>,
) => RegisteredMutation<
  Visibility,
  ObjectType<Args & Own>,
  Promise<Infer<Returns>>
>;

type ActionBuilder<
  Loaded,
  Own extends PropertyValidators,
  Visibility extends FunctionVisibility,
> = <Args extends PropertyValidators, Returns extends GenericValidator>(
  spec: Spec<ActionCtx & Loaded, Args, Returns>,
) => RegisteredAction<
  Visibility,
  ObjectType<Args & Own>,
  Promise<Infer<Returns>>
>;

/** The builder behind all others. Its callers say what it makes: no type that spans all three kinds survives `api`. */
function build<Ctx extends object, Loaded, Own extends PropertyValidators>(
  register: (spec: never) => unknown,
  access: Access<Ctx, Loaded, Own>,
): never {
  const builder = (
    spec: Spec<Ctx & Loaded, PropertyValidators, GenericValidator>,
  ) =>
    register({
      args: { ...spec.args, ...access.args },
      returns: spec.returns,
      handler: async (stored: Ctx, given: Record<string, unknown>) => {
        const ctx = inNewestForm(stored);
        const own = given as ObjectType<Own>;
        const loaded = await access.load(ctx, own);
        const args = Object.entries(given).filter(
          ([name]) => !(name in access.args),
        );
        const merged = { ...ctx, ...loaded };
        const handle = async (): Promise<unknown> =>
          await spec.handler(merged, Object.fromEntries(args));
        return access.around === undefined
          ? await handle()
          : await access.around(merged, own, handle, spec.returns);
      },
    } as never);
  return builder as never;
}

function query<Loaded, Own extends PropertyValidators>(
  access: Access<QueryCtx, Loaded, Own>,
): QueryBuilder<Loaded, Own, "public"> {
  return build(queryGeneric, access);
}

function mutation<Loaded, Own extends PropertyValidators>(
  access: Access<MutationCtx, Loaded, Own>,
): MutationBuilder<Loaded, Own, "public"> {
  return build(mutationGeneric, access);
}

function action<Loaded, Own extends PropertyValidators>(
  access: Access<ActionCtx, Loaded, Own>,
): ActionBuilder<Loaded, Own, "public"> {
  return build(actionGeneric, access);
}

const anybody = { args: {}, load: async () => ({}) };
const user = { args: {}, load: ensureUser };
const counter = { args: {}, load: ensureCounter };
const counterAction = {
  args: { requestKey: v.string() },
  load: ensureCounter,
  around: async (
    ctx: MutationCtx & Staff,
    { requestKey: key }: { requestKey: string },
    handle: () => Promise<unknown>,
    returns: GenericValidator,
  ) => await once(ctx, { key, returns }, Date.now(), handle),
};
const owner = { args: {}, load: ensureOwner };
const subscriber = { args: {}, load: ensureSubscriber };
const admin = { args: {}, load: ensureAdmin };
const actingOwner = {
  args: {},
  load: async (ctx: ActionCtx): Promise<{ owner: ActingOwner }> => ({
    owner: await ctx.runQuery(internal.account.owner, {}),
  }),
};
const actingAdmin = {
  args: {},
  load: async (ctx: ActionCtx) => {
    await ctx.runQuery(internal.account.admin, {});
    return {};
  },
};
const customer = {
  args: { secret: v.string() },
  load: async (
    ctx: QueryCtx,
    { secret }: { secret: string },
  ): Promise<Customer> => ({
    secret,
    ticket: await ticketBySecret(ctx, secret),
  }),
};

/** Anybody. */
export const publicQuery = query(anybody);
/** Anybody. */
export const publicMutation = mutation(anybody);
/** Anybody. */
export const publicAction = action(anybody);

/** Whoever holds a ticket's secret: adds the argument `secret` and gives `ctx.ticket`. */
export const customerQuery = query(customer);
/** Whoever holds a ticket's secret: adds the argument `secret` and gives `ctx.ticket`. */
export const customerMutation = mutation(customer);

/**
 * Anybody who is signed in.
 * @throws notSignedIn
 */
export const userMutation = mutation(user);

/**
 * Whoever may work at a business's counter; the business is `ctx.business`.
 * @throws notSignedIn, or notAllowed for who may not
 */
export const counterQuery = query(counter);
/**
 * The same, for what a screen may send twice: adds the argument `requestKey`;
 * the same key again gives the same answer and has no second effect.
 * @throws notSignedIn, notAllowed for who may not, invalidInput for a key that is none
 */
export const counterMutation = mutation(counterAction);
/**
 * The same without a key, for what a screen may repeat without harm.
 * @throws notSignedIn, or notAllowed for who may not
 */
export const repeatableCounterMutation = mutation(counter);

/**
 * A signed-in user with a business, which is `ctx.business`.
 * @throws notSignedIn, or notAllowed for a user without a business
 */
export const ownerQuery = query(owner);
/**
 * A signed-in user with a business, which is `ctx.business`.
 * @throws notSignedIn, or notAllowed for a user without a business
 */
export const ownerMutation = mutation(owner);
/**
 * A signed-in user with a business, for what talks to outside services.
 * @throws notSignedIn, or notAllowed for a user without a business
 */
export const ownerAction = action(actingOwner);

/**
 * An owner whose subscription is good.
 * @throws notSignedIn, notAllowed for a user without a business, notSubscribed
 */
export const subscriberMutation = mutation(subscriber);

/**
 * A signed-in platform admin.
 * @throws notSignedIn or notAllowed
 */
export const adminQuery = query(admin);
/**
 * A signed-in platform admin.
 * @throws notSignedIn or notAllowed
 */
export const adminMutation = mutation(admin);

/**
 * A signed-in platform admin, for what is no one transaction.
 * @throws notSignedIn or notAllowed
 */
export const adminAction = action(actingAdmin);

/** Only this deployment's own functions. */
export const internalQuery: QueryBuilder<unknown, NoArgs, "internal"> = build(
  internalQueryGeneric,
  anybody,
);
/** Only this deployment's own functions. */
export const internalMutation: MutationBuilder<unknown, NoArgs, "internal"> =
  build(internalMutationGeneric, anybody);
/** Only this deployment's own functions. */
export const internalAction: ActionBuilder<unknown, NoArgs, "internal"> = build(
  internalActionGeneric,
  anybody,
);

/** A route of http.ts. Whoever calls has shown nothing yet. */
export function httpEndpoint(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  return httpActionGeneric(handler as never);
}
