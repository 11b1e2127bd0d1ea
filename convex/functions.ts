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
  ensureConfirmed,
  ensureCounter,
  ensureCounterViewer,
  ensureOwner,
  ensureSubscriber,
  ensureUser,
  ensureViewer,
  type Admin,
  type Staff,
  type User,
} from "./account/data/access";
import { inNewestForm } from "./migrations/data/newestForm";
import { once } from "./account/data/requestKeys";
import { ticketBySecretHash } from "./queue/data/tickets";
import { protectedAnswer } from "./base/rules/protectedAnswer";
import { clientSecretHash } from "./base/rules/secrets";

/** Somebody who is signed in, as an action knows them. */
export type ActingUser = User & { email: string };
/** The owner as an action knows them; it holds no rows, because they may be old by its next step. */
export type ActingOwner = User & {
  businessId: Id<"businesses">;
  email: string;
};
/** An admin as an action knows them. */
export type ActingAdmin = User & {
  email: string;
  adminSessionId: Id<"adminSessions">;
};
/** The holder of a ticket's secret; `ticket` is null when none has it, the hash when it is of no known form. */
export type Customer = {
  ticket: Doc<"tickets"> | null;
  secretHash: string | null;
};

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
const counterViewer = { args: {}, load: ensureCounterViewer };
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
const viewer = { args: {}, load: ensureViewer };
const subscriber = { args: {}, load: ensureSubscriber };
const adminReading = {
  args: {},
  load: async (ctx: QueryCtx): Promise<{ admin: Admin }> => ({
    admin: await ensureAdmin(ctx, null),
  }),
};
const admin = {
  args: {},
  load: async (ctx: MutationCtx): Promise<{ admin: Admin }> => ({
    admin: await ensureAdmin(ctx, Date.now()),
  }),
};
const confirmedAdmin = {
  args: {},
  load: async (ctx: MutationCtx): Promise<{ admin: Admin }> => ({
    admin: await ensureConfirmed(ctx, Date.now()),
  }),
};
const actingOwner = {
  args: {},
  load: async (ctx: ActionCtx): Promise<{ owner: ActingOwner }> => ({
    owner: await ctx.runQuery(internal.account.current.owner, {}),
  }),
};
const actingAdmin = (confirmed: boolean) => ({
  args: {},
  load: async (ctx: ActionCtx): Promise<{ admin: ActingAdmin }> => ({
    admin: await ctx.runQuery(internal.admin.admins.caller, {
      confirmed,
      now: Date.now(),
    }),
  }),
});
const actingUser = {
  args: {},
  load: async (ctx: ActionCtx): Promise<{ user: ActingUser }> => ({
    user: await ctx.runQuery(internal.account.current.user, {}),
  }),
};
const customer = {
  args: { secret: v.string() },
  load: async (
    ctx: QueryCtx,
    { secret }: { secret: string },
  ): Promise<Customer> => {
    const secretHash = await clientSecretHash(secret);
    if (secretHash === null) return { ticket: null, secretHash };
    return { ticket: await ticketBySecretHash(ctx, secretHash), secretHash };
  },
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
 * Anybody who is signed in.
 * @throws notSignedIn
 */
export const userQuery = query(user);
/**
 * Anybody who is signed in, for what is no one transaction.
 * @throws notSignedIn
 */
export const userAction = action(actingUser);

/**
 * Whoever may work at a business's counter; the business is `ctx.business`.
 * @throws notSignedIn, or notAllowed for who may not
 */
export const counterQuery = query(counterViewer);
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
export const ownerQuery = query(viewer);
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
 * A platform admin in a session of the portal: `ctx.admin` (product.md O10).
 * @throws notSignedIn, notAllowed, adminSessionEnded, secondFactorNeeded
 */
export const adminQuery = query(adminReading);
/**
 * A platform admin in a session of the portal: `ctx.admin`.
 * @throws notSignedIn, notAllowed, adminSessionEnded, secondFactorNeeded
 */
export const adminMutation = mutation(admin);
/**
 * A platform admin in a session of the portal, for what is no one
 * transaction: `ctx.admin`, an ActingAdmin.
 * @throws notSignedIn, notAllowed, adminSessionEnded, secondFactorNeeded
 */
export const adminAction = action(actingAdmin(false));

/**
 * An admin who has given their password within the last minutes, for what
 * cannot be taken back (product.md O10).
 * @throws confirmFirst, and what adminMutation throws
 */
export const confirmedAdminMutation = mutation(confirmedAdmin);
/**
 * The same for what is no one transaction.
 * @throws confirmFirst, and what adminAction throws
 */
export const confirmedAdminAction = action(actingAdmin(true));

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

/** A route of http.ts. Whoever calls has shown nothing yet. Each answer gets the headers that protect browsers. */
export function httpEndpoint(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  const answer = async (ctx: ActionCtx, request: Request) =>
    protectedAnswer(request, await handler(ctx, request));
  return httpActionGeneric(answer as never);
}
