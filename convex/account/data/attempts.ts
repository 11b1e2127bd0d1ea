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
import { giveBack, takeFromAll, type Wait } from "../../base/data/rateLimits";

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
    const own: [string, Limit] = [`device:${device}`, signInsPerDevice];
    const wait = await takeFromAll(
      ctx,
      now,
      ...bucketsOf(caller, "known"),
      own,
    );
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

/** The buckets of a caller's network, for unknown or known browsers. None behind a proxy that hides networks. */
export function bucketsOf(
  { network, block }: Caller,
  from: "signIn" | "known" | "code",
): [string, Limit][] {
  if (network === PRIVATE) return [];
  const all: [string, Limit] = [`${from}:${block}`, signInsPerBlock];
  const own: [string, Limit] = [`${from}:${network}`, signInsPerNetwork];
  return block === null ? [own] : [all, own];
}

/** Counts one new account, successful or not; or says how long to wait. */
export async function countSignUp(
  ctx: MutationCtx,
  { network, block }: Caller,
  now: number,
): Promise<Wait | null> {
  if (network === PRIVATE) return null;
  const own: [string, Limit] = [`signUp:${network}`, signUpsPerNetwork];
  const all: [string, Limit] = [`signUp:${block}`, signUpsPerBlock];
  return await takeFromAll(ctx, now, ...(block === null ? [own] : [all, own]));
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
  const buckets: [string, Limit][] =
    "device" in counted
      ? [[`device:${counted.device}`, signInsPerDevice]]
      : strangersOf(email, counted.network);
  for (const [key, limit] of buckets) await giveBack(ctx, key, limit, now);
}

/** The buckets for attempts at one address: the network's own first. */
function strangersOf(email: string, network: string): [string, Limit][] {
  const key = `password:${email}`;
  const own: [string, Limit] = [`${key}:${network}`, wrongPerNetwork];
  const all: [string, Limit] = [key, signInsPerEmail];
  return network === PRIVATE ? [all] : [own, all];
}
