/** What tests of all parts ask of a call's answer. */
import { expect } from "vitest";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  granted,
  keyed,
  loseJobs,
  openApp,
  type App,
  type Caller,
  type Shop,
} from "../open-app.ts";

export { granted, loseJobs };

/** Expects that a call is refused with this code. */
export async function failsWith(
  call: Promise<unknown> | undefined,
  code: string,
): Promise<void> {
  await expect(call).rejects.toMatchObject({ data: { code } });
}

/** The account and the business that a caller sees. */
export const meOf = (caller: Pick<Caller, "query">) =>
  caller.query(api.account.current.me, {});

/** Does a desk action with a new request key. */
export async function press<Action extends FunctionReference<"mutation">>(
  staff: Pick<Caller, "mutation">,
  action: Action,
  args: Omit<FunctionArgs<Action>, "requestKey">,
): Promise<FunctionReturnType<Action>> {
  // TypeScript cannot apply the conditional types of convex-test to a type parameter.
  const plain: FunctionReference<"mutation"> = action;
  const answer: unknown = await staff.mutation(plain, keyed(args));
  return answer;
}

/** Everything that was ever scheduled. */
export const jobsOf = ({ backend }: Pick<App, "backend">) =>
  backend.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());

/** Adds a queue. @returns its id */
export const newQueue = async (owner: Pick<Caller, "mutation">, name: string) =>
  granted(await owner.mutation(api.desk.queues.create, { name })).queueId;

/** The shop as its customers see it. */
export const profileOf = async (
  { backend }: Pick<App, "backend">,
  { businessId }: Pick<Shop, "businessId">,
) =>
  must(
    await backend.query(api.profile.businesses.publicProfile, { businessId }),
    "profile",
  );

export async function newShop(given?: Parameters<App["shop"]>[0]) {
  const app = await openApp();
  return { app, ...(await app.shop(given)) };
}

/** The answer of a call that was refused with this code. */
export const refusedWith = (code: string, more: object = {}) => ({
  ...{ ok: false, code },
  ...more,
});
