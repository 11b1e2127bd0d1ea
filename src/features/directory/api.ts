/** TEMPORARY until these are there. */
import { anyApi, type FunctionReference } from "convex/server";
import type { api as real } from "../../../convex/_generated/api";
import type { Plan } from "../../../convex/model/plans";

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
type No<C extends string> = { ok: false; code: C };
type More = {
  queue: Q<
    { queueId: string },
    null | {
      queueId: string;
      name: string;
      isActive: boolean;
      business: { businessId: string; name: string };
    }
  >;
  setPlan: M<
    { businessId: string; plan: Plan | null },
    { ok: true; plan: Plan } | No<"notFound">
  >;
  create: A<
    {
      email: string;
      password: string;
      businessName: string;
      plan: Plan;
      isAdmin: boolean;
      timezone?: string;
    },
    { ok: true } | No<"invalidEmail">
  >;
  remove: A<
    { businessId: string; businessName: string },
    { ok: true } | No<"notFound">
  >;
};
export const api = anyApi as unknown as {
  directory: typeof real.directory & More;
};
