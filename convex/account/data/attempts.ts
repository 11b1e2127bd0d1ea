/**
 * Counts password attempts before they are checked. An attacker first uses up their own network's limit; the account's
 * limit slows guessing from many networks. A known browser has its own limit, so attackers cannot lock the owner out.
 */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PRIVATE, type Caller } from "../../base/rules/addresses";
import {
  signInsPerBlock,
  signInsPerDevice,
  signInsPerEmail,
  signInsPerNetwork,
  signUpsPerBlock,
  signUpsPerNetwork,
  wrongPerNetwork,
  type Limit,
} from "../../base/rules/rateLimit";
import { accountOf } from "./accounts";
import { knownDevice, rememberDevice } from "./knownDevices";
import {
  giveBack,
  takeFromAll,
  type Buckets,
  type Wait,
} from "../../base/data/rateLimits";

/** `device` is the browser's secret, or null. */
export type Attempt = { email: string; caller: Caller; device: string | null };

/** What an attempt was counted on, to be given back: a browser, or else a network. */
export const countedValidator = v.union(
  v.object({ device: v.id("knownDevices") }),
  v.object({ network: v.string() }),
);
export type Counted = Infer<typeof countedValidator>;

/** Counts one attempt for this address, existing or not. */
export async function countTry(
  ctx: MutationCtx,
  { email, caller, device }: Attempt,
  now: number,
): Promise<{ account: Doc<"authAccounts"> | null; counted: Counted } | Wait> {
  const account = await accountOf(ctx, email);
  const known =
    account === null ? null : await knownDevice(ctx, account.userId, device);
  if (known !== null) {
    // Counted apart, so that an attacker in the same network cannot lock the owner out.
    const device = known._id;
    const own: Buckets = [[`device:${device}`, signInsPerDevice]];
    const buckets = [...bucketsOf(caller, "known"), ...own];
    const wait = await takeFromAll(ctx, now, ...buckets);
    return wait ?? { account, counted: { device } };
  }
  const { network } = caller;
  const buckets = [
    ...bucketsOf(caller, "signIn"),
    ...strangersOf(email, network),
  ];
  const wait = await takeFromAll(ctx, now, ...buckets);
  return wait ?? { account, counted: { network } };
}

/** The buckets of a caller's network, for unknown or known browsers. */
export function bucketsOf(caller: Caller, from: "signIn" | "known" | "code") {
  return ofNetwork(caller, from, signInsPerBlock, signInsPerNetwork);
}

/** None behind a proxy that hides networks. */
function ofNetwork(
  { network, block }: Caller,
  what: string,
  perBlock: Limit,
  perNetwork: Limit,
): Buckets {
  if (network === PRIVATE) return [];
  const own = [`${what}:${network}`, perNetwork] as const;
  return block === null ? [own] : [[`${what}:${block}`, perBlock], own];
}

/** Counts one new account, successful or not; or says how long to wait. */
export async function countSignUp(
  ctx: MutationCtx,
  caller: Caller,
  now: number,
): Promise<Wait | null> {
  const limits = [signUpsPerBlock, signUpsPerNetwork] as const;
  return await takeFromAll(ctx, now, ...ofNetwork(caller, "signUp", ...limits));
}

/** After a right password: gives the attempt back and remembers the browser. */
export async function tryWasRight(
  ctx: MutationCtx,
  given: {
    userId: Id<"users">;
    email: string;
    counted: Counted;
    device: string | null;
  },
  now: number,
): Promise<void> {
  const { userId, email, counted, device } = given;
  await tryDoesNotCount(ctx, email, counted, now);
  await rememberDevice(ctx, userId, device);
}

/** Gives back an attempt. */
export async function tryDoesNotCount(
  ctx: MutationCtx,
  email: string,
  counted: Counted,
  now: number,
): Promise<void> {
  const buckets: Buckets =
    "device" in counted
      ? [[`device:${counted.device}`, signInsPerDevice]]
      : strangersOf(email, counted.network);
  for (const [key, limit] of buckets) await giveBack(ctx, key, limit, now);
}

/** The buckets for attempts at one address: the network's own first. */
function strangersOf(email: string, network: string): Buckets {
  const key = `password:${email}`;
  const all = [key, signInsPerEmail] as const;
  const own = [`${key}:${network}`, wrongPerNetwork] as const;
  return network === PRIVATE ? [all] : [own, all];
}
