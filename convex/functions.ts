/**
 * Builders of registered functions, one per access level; the name shows who may call. Each builder checks the caller
 * and adds what it loaded to `ctx`, so handlers need no checks. Only this file imports the raw builders.
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

/** A signed-in user, as an action knows them. */
export type ActingUser = User & { email: string };
/** The owner as an action knows them. Holds no rows, because they may be old by its next step. */
export type ActingOwner = User & {
  businessId: Id<"businesses">;
  email: string;
};
/** An admin as an action knows them. */
export type ActingAdmin = User & {
  email: string;
  adminSessionId: Id<"adminSessions">;
};
/** The holder of a ticket's secret. `ticket` is null for an unknown secret, `secretHash` for a malformed one. */
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
 * An access level, modelled on convex-helpers' customFunctions. `load` checks the caller, and returns additions to
 * `ctx` or throws. `args` are hidden from the handler. `around` may answer in its place, in the form of `returns`.
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

// These spell out RegisteredX: behind an alias of ours, `api` could not infer the types.

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

/** The builder behind all others. Its callers state the result type, because no type for all three kinds works with `api`. */
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

/** For any caller. */
export const publicQuery = query(anybody);
/** For any caller. */
export const publicMutation = mutation(anybody);
/** For any caller. */
export const publicAction = action(anybody);

/** For the holder of a ticket's secret: adds the argument `secret` and gives `ctx.ticket`. */
export const customerQuery = query(customer);
/** For the holder of a ticket's secret: adds the argument `secret` and gives `ctx.ticket`. */
export const customerMutation = mutation(customer);

/** For a signed-in user. @throws notSignedIn */
export const userMutation = mutation(user);
/** For a signed-in user. @throws notSignedIn */
export const userQuery = query(user);
/** For a signed-in user; more than one transaction. @throws notSignedIn */
export const userAction = action(actingUser);

/**
 * For staff, or an admin who views the business; it is `ctx.business`.
 * @throws notSignedIn, or notAllowed for a user without a business
 */
export const counterQuery = query(counterViewer);
/**
 * For staff, for requests that a screen may send twice. The added `requestKey` gives a repeated request the same answer
 * and no second effect.
 * @throws notSignedIn, viewingOnly, notAllowed for a user without a business, invalidInput for an invalid key,
 * tooManyRequests
 */
export const counterMutation = mutation(counterAction);
/**
 * The same without a key, for requests that are safe to repeat.
 * @throws notSignedIn, viewingOnly, or notAllowed for a user without a business
 */
export const repeatableCounterMutation = mutation(counter);

/**
 * For an owner, or an admin who views the business; it is `ctx.business`.
 * @throws notSignedIn, or notAllowed for a user without a business
 */
export const ownerQuery = query(viewer);
/**
 * For an owner; the business is `ctx.business`.
 * @throws notSignedIn, viewingOnly, or notAllowed for a user without a business
 */
export const ownerMutation = mutation(owner);
/**
 * For an owner; may call outside services.
 * @throws notSignedIn, viewingOnly, or notAllowed for a user without a business
 */
export const ownerAction = action(actingOwner);

/**
 * For an owner with a good subscription.
 * @throws notSignedIn, viewingOnly, notAllowed for a user without a business, notSubscribed
 */
export const subscriberMutation = mutation(subscriber);

/**
 * For an admin in a session of the portal: `ctx.admin` (product.md O10).
 * @throws notSignedIn, notAllowed, adminSessionEnded, secondFactorNeeded
 */
export const adminQuery = query(adminReading);
/**
 * For an admin in a session of the portal: `ctx.admin`.
 * @throws notSignedIn, notAllowed, adminSessionEnded, secondFactorNeeded
 */
export const adminMutation = mutation(admin);
/**
 * For an admin in a session of the portal; more than one transaction. `ctx.admin` is an ActingAdmin.
 * @throws notSignedIn, notAllowed, adminSessionEnded, secondFactorNeeded
 */
export const adminAction = action(actingAdmin(false));

/**
 * For an admin who gave their password within the last minutes (product.md O10).
 * @throws confirmFirst, and what adminMutation throws
 */
export const confirmedAdminMutation = mutation(confirmedAdmin);
/** The same for more than one transaction. @throws confirmFirst, and what adminAction throws */
export const confirmedAdminAction = action(actingAdmin(true));

/** For this deployment's own functions. */
export const internalQuery: QueryBuilder<unknown, NoArgs, "internal"> = build(
  internalQueryGeneric,
  anybody,
);
/** For this deployment's own functions. */
export const internalMutation: MutationBuilder<unknown, NoArgs, "internal"> =
  build(internalMutationGeneric, anybody);
/** For this deployment's own functions. */
export const internalAction: ActionBuilder<unknown, NoArgs, "internal"> = build(
  internalActionGeneric,
  anybody,
);

/** A route of http.ts, for any caller. Adds the security headers to each answer. */
export function httpEndpoint(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  const answer = async (ctx: ActionCtx, request: Request) =>
    protectedAnswer(request, await handler(ctx, request));
  return httpActionGeneric(answer as never);
}
