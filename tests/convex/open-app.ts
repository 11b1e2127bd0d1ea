/** The one way in which tests open the app: a convex-test backend with our schema and functions, and callers. */
import { convexTest, type TestConvexForDataModel } from "convex-test";
import { api, internal } from "../../convex/_generated/api.js";
import type {
  DataModel,
  Doc,
  Id,
  TableNames,
} from "../../convex/_generated/dataModel.js";
import { createUser } from "../../convex/account/data/accounts.ts";
import { isAdmin } from "../../convex/account/data/admins.ts";
import { businessOf } from "../../convex/business/data/businesses.ts";
import {
  grantPlan,
  subscriptionOf,
} from "../../convex/billing/data/subscriptions.ts";
import { must } from "../../convex/base/rules/errors.ts";
import { lineOfTickets } from "../../convex/queue/rules/lineState.ts";
import type { GivenRole } from "../../convex/business/rules/roles.ts";
import type { Plan } from "../../convex/base/rules/plans.ts";
import { isActive } from "../../convex/queue/rules/ticketState.ts";
import { dayKey } from "../../convex/base/rules/timezones.ts";
import schema from "../../convex/schema.ts";

/** Every module that Convex would deploy, for convex-test and for functions.test.ts. */
export const modules = import.meta.glob([
  "../../convex/**/*.ts",
  "../../convex/_generated/*.js",
  "!../../convex/**/*.d.ts",
]);

export type Caller = TestConvexForDataModel<DataModel>;
export type App = Awaited<ReturnType<typeof openApp>>;

/** A business with its owner and one queue. */
export type Shop = {
  businessId: Id<"businesses">;
  ownerId: Id<"users">;
  sessionId: Id<"authSessions">;
  queueId: Id<"queues">;
  owner: Caller;
};

const NEVER = 8.64e15;

export async function openApp({
  transactionLimits = {},
}: { transactionLimits?: Record<string, number> } = {}) {
  const isLimited = Object.keys(transactionLimits).length > 0;
  const backend = convexTest({
    ...{ schema, modules },
    transactionLimits: isLimited && transactionLimits,
  });

  /** Signs a user in as the auth library does: a session row, with its id in the token's subject. */
  const asUser = async (userId: Id<"users">) => {
    const sessionId = await backend.run(
      async (ctx) =>
        await ctx.db.insert("authSessions", { userId, expirationTime: NEVER }),
    );
    const caller = backend.withIdentity({ subject: `${userId}|${sessionId}` });
    return { caller, sessionId };
  };

  /** A new owner with a business and one queue. The plan is granted and counts as paid. */
  const shop = async ({
    plan = "starter",
    timezone = "Europe/London",
    settings = {},
  }: {
    plan?: Plan;
    timezone?: string;
    settings?: Partial<
      Pick<Doc<"businesses">, "whenUnmarked" | "graceMinutes">
    >;
  } = {}): Promise<Shop> => {
    shops += 1;
    const ownerId = must(
      await backend.mutation(internal.account.current.create, {
        email: `owner${shops}@example.com`,
        passwordHash: "not a hash",
        businessName: `Shop ${shops}`,
        timezone,
      }),
      "new owner",
    );
    const { caller: owner, sessionId } = await asUser(ownerId);
    const me = await owner.query(api.account.current.me, {});
    const { businessId } = must(me?.business, "business of a new owner");
    await backend.run(async (ctx) => {
      await ctx.db.patch("businesses", businessId, settings);
      const row = await businessOf(ctx, { businessId });
      await grantPlan(ctx, row, plan, "admin", Date.now());
    });
    const name = "Haircut";
    const made = granted(
      await owner.mutation(api.desk.queues.create, { name }),
    );
    return { businessId, ownerId, sessionId, queueId: made.queueId, owner };
  };
  let shops = 0;

  /** Somebody who works in the shop. */
  const member = async (
    { businessId }: Pick<Shop, "businessId">,
    role: GivenRole,
    { email = "", name = "" }: { email?: string; name?: string } = {},
  ) => {
    members += 1;
    const address = email === "" ? `member${members}@example.com` : email;
    const userId = await backend.run(async (ctx) => {
      const made = await createUser(ctx, address, "not a hash");
      const user = must(made, "new user");
      await ctx.db.insert("members", {
        ...{ businessId, userId: user, role, removedAt: null },
        name: name === "" ? `Member ${members}` : name,
      });
      return user;
    });
    return { userId, ...(await asUser(userId)) };
  };
  let members = 0;

  /** A paired tablet of the shop, with this person on it; null: locked. */
  const tablet = async (
    { businessId, ownerId }: Pick<Shop, "businessId" | "ownerId">,
    personId: Id<"users"> | null = null,
  ) => {
    const until = personId && NEVER;
    const made = await backend.run(async (ctx) => {
      const userId = await ctx.db.insert("users", {});
      const row = { businessId, userId, addedBy: ownerId, personId, until };
      const at = { ...row, name: "Front desk" };
      return { userId, tabletId: await ctx.db.insert("tablets", at) };
    });
    return { ...made, ...(await asUser(made.userId)) };
  };

  /** Ends the shop's plan, as when the last payment failed for good. */
  const lapse = async ({ businessId }: Shop): Promise<void> => {
    await backend.run(async (ctx) => {
      const row = must(await subscriptionOf(ctx, businessId), "subscription");
      const patch = { grantedPlan: null, state: "lapsed" } as const;
      await ctx.db.patch("subscriptions", row._id, patch);
    });
  };

  /** Opens the portal in a session of a user, who becomes an admin. The password was given just now, or long ago. */
  const openPortal = async (
    sessionId: Id<"authSessions">,
    { confirmed = true }: { confirmed?: boolean } = {},
  ): Promise<void> => {
    await backend.run(async (ctx) => {
      const session = await ctx.db.get("authSessions", sessionId);
      const { userId } = must(session, "session");
      if (!(await isAdmin(ctx, userId)))
        await ctx.db.insert("admins", { userId, grantedBy: null });
      const confirmedUntil = confirmed ? NEVER : 0;
      const row = { sessionId, userId, until: NEVER, confirmedUntil };
      await ctx.db.insert("adminSessions", row);
    });
  };

  /** A platform admin in the portal. */
  const adminUser = async ({
    email = "admin@example.com",
    confirmed = true,
  }: { email?: string; confirmed?: boolean } = {}) => {
    const userId = await backend.run(
      async (ctx) => await ctx.db.insert("users", { email }),
    );
    const { caller, sessionId } = await asUser(userId);
    await openPortal(sessionId, { confirmed });
    return { userId, sessionId, caller };
  };

  /** The same, for tests that need only the caller. */
  const admin = async (given: { email?: string; confirmed?: boolean } = {}) =>
    (await adminUser(given)).caller;

  /** Joins and returns the secret. Fails the test if the queue refuses. */
  const join = async (queueId: string, name?: string): Promise<string> => {
    const secret = newSecret();
    const args = { queueId, secret, ...(name !== undefined && { name }) };
    granted(await backend.mutation(api.line.tickets.join, args));
    return secret;
  };

  return {
    ...{ backend, asUser, shop, member, lapse, openPortal, adminUser, admin },
    ...{ join, tablet },
  };
}

let keys = 0;
/** A request key that no other test has. */
export function newKey(): string {
  keys += 1;
  return `request ${keys}`;
}

/** The arguments of a desk action with a new request key. */
export const keyed = <Args extends object>(args: Args) => ({
  ...args,
  requestKey: newKey(),
});

/** What a call that is refused answers. */
export const refused = (code: string) => ({ ok: false, code });
/** What a call that fails throws. */
export const thrown = (code: string) => ({ data: { code } });

/** The answer of a call that succeeded. @throws Error with the code of a refusal */
export function granted<
  Answer extends { ok: true } | { ok: false; code: string },
>(answer: Answer) {
  if (!answer.ok) throw new Error(answer.code);
  return answer as Extract<Answer, { ok: true }>;
}

export const maintain = async ({ backend }: Pick<App, "backend">) =>
  await backend.action(internal.upkeep.maintenance.run, {});

type Backend = Pick<App, "backend">;

/** The pending jobs whose names contain this. */
export async function pendingJobs({ backend }: Backend, name = "") {
  const jobs = await backend.run(
    async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
  );
  return jobs.filter(
    (job) => job.state.kind === "pending" && job.name.includes(name),
  );
}

/** Cancels these jobs, as a crash or a move to another deployment does. @returns how many */
export async function loseJobs(app: Backend, name = ""): Promise<number> {
  const jobs = await pendingJobs(app, name);
  await app.backend.run(async (ctx) => {
    for (const { _id } of jobs) await ctx.scheduler.cancel(_id);
  });
  return jobs.length;
}

let secrets = 0;
/** A ticket secret that no other test has. */
export function newSecret(): string {
  secrets += 1;
  return String(secrets).padStart(32, "s");
}

/** All rows of a table. */
export const rows = async <T extends TableNames>({ backend }: App, table: T) =>
  await backend.run(async (ctx) => await ctx.db.query(table).collect());

/** The line's row of a queue. */
export async function lineRow(app: App, queueId: Id<"queues">) {
  const lines = await rows(app, "lines");
  return must(
    lines.find((line) => line.queueId === queueId),
    "line",
  );
}

/** A ticket as the holder of this secret sees it. Fails the test if there is none. */
export const ticketOf = async ({ backend }: App, secret: string) =>
  must(await backend.query(api.line.tickets.mine, { secret }), "ticket");

/**
 * The line as it must be, summed up from its tickets alone. From the row come `lastOrderAt`, a high-water mark, and the
 * notes about places and the newest calls, which record events (explained.test.ts, display.test.ts).
 */
export async function lineFromTickets(app: App, line: Doc<"lines">) {
  const { state, queueId, businessId } = line;
  const business = await app.backend.run(
    async (ctx) => await businessOf(ctx, { businessId }),
  );
  const open = (await rows(app, "tickets")).filter(
    (ticket) =>
      ticket.queueId === queueId &&
      ticket.generation === state.generation &&
      isActive(ticket.state.status),
  );
  const { generation, lastNumber, lastOrderAt, pace } = state;
  const { explained, recentCalls } = state;
  const sum = lineOfTickets(
    { generation, lastNumber, lastOrderAt, pace },
    open.map(({ _id: ticketId, number, joinedAt, scheduledTime, state }) => ({
      member: {
        ticketId,
        number,
        joinedAt,
        joinedDay: dayKey(joinedAt, business.timezone),
        isBooking: scheduledTime !== null,
      },
      state,
    })),
  );
  return {
    ...sum,
    ...(explained && { explained }),
    ...(recentCalls && { recentCalls }),
  };
}
