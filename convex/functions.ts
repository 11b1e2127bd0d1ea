/**
 * Builders of registered functions, one per access level. Each checks the caller and adds what it loaded to `ctx`, so
 * handlers need no checks. Only this file imports the raw builders.
 */
import {
  customAction,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import type { PublicHttpAction } from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
} from "convex/values";
import { internal } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import {
  action,
  httpAction,
  internalAction as rawInternalAction,
  internalMutation as rawInternalMutation,
  internalQuery as rawInternalQuery,
  mutation,
  query,
  type ActionCtx,
  type MutationCtx,
  type QueryCtx,
} from "./_generated/server";
import {
  ensureAdmin,
  ensureConfirmed,
  ensureCounter,
  ensureCounterViewer,
  ensureManager,
  ensureManagerViewer,
  ensureOwner,
  ensurePerson,
  ensureSubscriber,
  ensureTablet,
  ensureUser,
  ensureViewer,
  type Staff,
  type User,
} from "./account/data/access";
import { inNewestForm } from "./migrations/data/newestForm";
import { countChange, once } from "./account/data/requestKeys";
import { ticketBySecretHash } from "./queue/data/tickets";
import { appError } from "./base/rules/errors";
import { protectedAnswer } from "./base/rules/protectedAnswer";
import { clientSecretHash } from "./base/rules/secrets";

/** A signed-in user, as an action knows them: no rows, because they may be old by its next step. */
export type ActingUser = User & { email: string };
export type ActingOwner = ActingUser & { businessId: Id<"businesses"> };
export type ActingManager = User & { businessId: Id<"businesses"> };
export type ActingAdmin = ActingUser & { adminSessionId: Id<"adminSessions"> };
/** The holder of a ticket's secret. `ticket` is null for an unknown secret, `secretHash` for a malformed one. */
export type Customer = {
  ticket: Doc<"tickets"> | null;
  secretHash: string | null;
};

/**
 * An access level. `load` checks the caller, and returns additions to `ctx` or throws; `own` are its arguments. The
 * type names only the additions, because a mutation's `ctx` is more than the one `load` asks for.
 */
function access<
  Ctx extends object,
  Loaded extends object,
  Own extends PropertyValidators = NoArgs,
>(load: (ctx: Ctx, own: ObjectType<Own>) => Promise<Loaded>, own = {} as Own) {
  return {
    args: own,
    input: async (stored: Ctx, given: ObjectType<Own>) => {
      const ctx = inNewestForm(stored);
      const loaded = await load(ctx, given);
      return { ctx: { ...ctx, ...loaded } as unknown as Loaded, args: NO_ARGS };
    },
  };
}
type NoArgs = Record<never, never>;
const NO_ARGS = {};

const anybody = access(async () => ({}));
const user = access(ensureUser);
const adminReading = access(async (ctx: QueryCtx) => ({
  admin: await ensureAdmin(ctx, null),
}));
const adminChanging = (ensure: typeof ensureAdmin | typeof ensureConfirmed) =>
  access(async (ctx: MutationCtx) => {
    const now = Date.now();
    const admin = await ensure(ctx, now);
    await countChange(ctx, admin.userId, now);
    return { admin };
  });
/** For changes without a request key: keys count themselves. */
const changing = (ensure: typeof ensureCounter) =>
  access(async (ctx: MutationCtx) => {
    const staff = await ensure(ctx);
    await countChange(ctx, staff.userId, Date.now());
    return staff;
  });
const onTablet = access(async (ctx: MutationCtx) => {
  const found = await ensureTablet(ctx);
  await countChange(ctx, found.tablet._id, Date.now());
  return found;
});
const actingOwner = access(
  async (ctx: ActionCtx): Promise<{ owner: ActingOwner }> => ({
    owner: await ctx.runQuery(internal.account.current.owner, {}),
  }),
);
const actingManager = access(
  async (ctx: ActionCtx): Promise<{ manager: ActingManager }> => ({
    manager: await ctx.runQuery(internal.account.current.manager, {}),
  }),
);
const actingAdmin = (confirmed: boolean) =>
  access(async (ctx: ActionCtx): Promise<{ admin: ActingAdmin }> => ({
    admin: await ctx.runQuery(internal.admin.admins.caller, {
      confirmed,
      now: Date.now(),
    }),
  }));
const actingUser = access(
  async (ctx: ActionCtx): Promise<{ user: ActingUser }> => ({
    user: await ctx.runQuery(internal.account.current.user, {}),
  }),
);
const customer = access(
  async (ctx: QueryCtx, { secret }: { secret: string }): Promise<Customer> => {
    const secretHash = await clientSecretHash(secret);
    if (secretHash === null) return { ticket: null, secretHash };
    return { ticket: await ticketBySecretHash(ctx, secretHash), secretHash };
  },
  { secret: v.string() },
);

/**
 * A builder that adds the argument `requestKey`, and `asPerson`: whose action it is. A page that slept may send it while
 * another person is signed in or on the tablet; then it waits, as if nobody were.
 */
function keyed(ensure: typeof ensureCounter) {
  const build = customMutation(mutation, access(ensure));
  return <Args extends PropertyValidators, Returns extends GenericValidator>({
    args,
    returns,
    handler,
  }: {
    args: Args;
    returns: Returns;
    handler: (
      ctx: MutationCtx & Staff,
      args: ObjectType<Args>,
    ) => Promise<Infer<Returns>>;
  }) =>
    build({
      args: {
        ...args,
        requestKey: v.string(),
        asPerson: v.optional(v.string()),
      },
      returns,
      handler: async (ctx, all) => {
        const {
          requestKey: key,
          asPerson = ctx.userId,
          ...given
        } = all as { requestKey: string; asPerson?: string };
        if (asPerson !== ctx.userId) throw appError("tabletLocked");
        return await once(ctx, { key, returns }, Date.now(), () =>
          handler(ctx, given as ObjectType<Args>),
        );
      },
    });
}

// For any caller.
export const publicQuery = customQuery(query, anybody);
export const publicMutation = customMutation(mutation, anybody);
export const publicAction = customAction(action, anybody);

// For the holder of a ticket's secret: adds the argument `secret` and gives `ctx.ticket`.
export const customerQuery = customQuery(query, customer);
export const customerMutation = customMutation(mutation, customer);

// For a signed-in user. These and all below, but internal ones, throw notSignedIn.
export const userMutation = customMutation(mutation, user);
export const userQuery = customQuery(query, user);
export const userAction = customAction(action, actingUser);

// From here on mutations have a limit, by request key or `countChange`, and throw tooManyRequests; internal ones do not.

/** For staff, or an admin who views the business; it is `ctx.business`. @throws notAllowed for a user without one */
export const counterQuery = customQuery(query, access(ensureCounterViewer));
/** Staff's builders without a key, for requests that are safe to repeat. @throws viewingOnly, notAllowed */
export const repeatableCounterMutation = customMutation(
  mutation,
  changing(ensureCounter),
);
/**
 * For staff. The added `requestKey` gives a repeated request the same answer and no second effect.
 * @throws viewingOnly, notAllowed for a user without a business, invalidInput for an invalid key, tooManyRequests
 */
export const counterMutation = keyed(ensureCounter);

/** For staff with their own account. @throws what staff's builders throw, notAllowed for a tablet */
export const personMutation = customMutation(mutation, changing(ensurePerson));

// For a shop's tablet: `ctx.tablet`. They throw notAllowed for everyone else.
export const tabletQuery = customQuery(query, access(ensureTablet));
export const tabletMutation = customMutation(mutation, onTablet);

/** For an owner, or an admin who views the business; it is `ctx.business`. @throws notAllowed for a user without one */
export const ownerQuery = customQuery(query, access(ensureViewer));
// For an owner. They throw viewingOnly, and notAllowed for a user without a business.
export const ownerMutation = customMutation(mutation, changing(ensureOwner));
export const ownerAction = customAction(action, actingOwner);

/** For a manager, the owner, or an admin who views the business; it is `ctx.business`. @throws notAllowed for staff */
export const managerQuery = customQuery(query, access(ensureManagerViewer));
// For a manager or the owner. They throw viewingOnly, and notAllowed for staff and users without a business.
export const managerMutation = customMutation(
  mutation,
  changing(ensureManager),
);
export const managerAction = customAction(action, actingManager);
/** The same with the `requestKey` of counterMutation. */
export const keyedManagerMutation = keyed(ensureManager);

/** The same for a shop that has paid. @throws viewingOnly, notAllowed, notSubscribed */
export const subscriberMutation = customMutation(
  mutation,
  changing(ensureSubscriber),
);

// For an admin in the portal (product.md O10). They throw notAllowed, adminSessionEnded, secondFactorNeeded.
export const adminQuery = customQuery(query, adminReading);
export const adminMutation = customMutation(
  mutation,
  adminChanging(ensureAdmin),
);
export const adminAction = customAction(action, actingAdmin(false));

// For an admin who gave their password within the last minutes. They also throw confirmFirst.
export const confirmedAdminMutation = customMutation(
  mutation,
  adminChanging(ensureConfirmed),
);
export const confirmedAdminAction = customAction(action, actingAdmin(true));

// For this deployment's own functions.
export const internalQuery = customQuery(rawInternalQuery, anybody);
export const internalMutation = customMutation(rawInternalMutation, anybody);
export const internalAction = customAction(rawInternalAction, anybody);

/** A route of http.ts, for any caller. Adds the security headers to each answer. */
export function httpEndpoint(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  return httpAction(async (ctx, request) =>
    protectedAnswer(request, await handler(ctx, request)),
  );
}
