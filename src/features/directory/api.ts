/** TEMPORARY until convex/directory.ts is there. */
import {
  anyApi,
  type FunctionReference,
  type PaginationOptions,
  type PaginationResult,
} from "convex/server";
import type { Plan } from "../../../convex/model/plans";
import type { SubscriptionState } from "../../../convex/model/billing";

type Q<A extends Record<string, unknown>, R> = FunctionReference<
  "query",
  "public",
  A,
  R
>;
type M<A extends Record<string, unknown>, R> = FunctionReference<
  "mutation",
  "public",
  A,
  R
>;
type A<Args extends Record<string, unknown>, R> = FunctionReference<
  "action",
  "public",
  Args,
  R
>;
type Source = "stripe" | "admin" | "demo" | "server" | null;
type Row = {
  businessId: string;
  userId: string;
  name: string;
  email: string;
  plan: Plan;
  state: SubscriptionState;
  source: Source;
  flag: "refunded" | "disputed" | null;
  createdAt: number;
  isErasing: boolean;
};
type Done = { ok: true } | { ok: false; code: "notFound" };
export const api = anyApi as unknown as {
  directory: {
    search: Q<
      {
        text: string;
        plan: Plan | null;
        state: SubscriptionState | null;
        sort: "newest" | "oldest" | "name";
        paginationOpts: PaginationOptions;
      },
      PaginationResult<Row>
    >;
    totals: Q<
      Record<string, never>,
      {
        businesses: number;
        byPlan: Record<Plan, number>;
        byState: Record<SubscriptionState, number>;
        days: { day: string; created: number; ended: number }[];
        waitingNow: number;
        servedToday: number;
        asOf: number | null;
      }
    >;
    business: Q<
      { businessId: string },
      | null
      | (Row & {
          phone: string | null;
          timezone: string;
          setupCompletedAt: number | null;
          owner: { userId: string; email: string };
          queues: { total: number; active: number; inactive: number };
          erasure: null | { rows: number; startedAt: number; state: string };
          subscription: {
            state: SubscriptionState;
            plan: Plan;
            grantedPlan: Plan | null;
            source: Source;
            cancelAt: number | null;
            flag: "refunded" | "disputed" | null;
          };
        })
    >;
    queues: Q<
      { businessId: string },
      null | {
        business: { businessId: string; name: string; plan: Plan };
        counts: { total: number; active: number; inactive: number };
        queues: {
          queueId: string;
          name: string;
          description: string | null;
          isActive: boolean;
          waiting: number;
          waitMinutes: number;
          maxParty: number;
        }[];
      }
    >;
    participants: Q<
      {
        queueId: string | null;
        businessId: string | null;
        status:
          | "active"
          | "waiting"
          | "called"
          | "serving"
          | "completed"
          | "skipped"
          | "cancelled"
          | "expired"
          | "all";
        text: string;
        paginationOpts: PaginationOptions;
      },
      PaginationResult<{
        ticketId: string;
        queueId: string;
        queueName: string;
        number: number;
        name: string | null;
        phone: string | null;
        partySize: number;
        status:
          | "waiting"
          | "called"
          | "serving"
          | "completed"
          | "skipped"
          | "cancelled"
          | "expired";
        joinedAt: number;
        scheduledTime: number | null;
      }>
    >;
    setPlan: M<{ businessId: string; plan: Plan | null }, Done>;
    create: A<
      {
        email: string;
        password: string;
        businessName: string;
        plan: Plan;
        isAdmin: boolean;
      },
      Done
    >;
    remove: A<{ businessId: string; businessName: string }, Done>;
  };
};
