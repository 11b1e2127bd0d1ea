/**
 * Tries at passwords: counted before they are looked at, so that parallel
 * guesses cannot pass the limit. A stranger uses up the limit of their own
 * network first; the one of the account slows guessing from many networks. A
 * browser in which the owner has signed in before has a count of its own, so
 * that strangers who guess cannot lock the owner out. Codes: passwordResets.ts.
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

/** Who tries: `device` is the browser's secret, or null. */
export type Attempt = {
  email: string;
  caller: Caller;
  device: string | null;
};

/** What a try was counted on, to be given back if it was right: a browser, or else a network. */
export const countedValidator = v.union(
  v.object({ device: v.id("knownDevices") }),
  v.object({ network: v.string() }),
);
export type Counted = Infer<typeof countedValidator>;

/**
 * Counts one try for this address, existing or not.
 * @returns its account if there is one, and what the try was counted on; or
 * how long to wait, which follows from the tries alone
 */
export async function countTry(
  ctx: MutationCtx,
  { email, caller, device }: Attempt,
  now: number,
): Promise<{ account: Doc<"authAccounts"> | null; counted: Counted } | Wait> {
  const account = await accountOf(ctx, email);
  const known =
    account === null ? null : await knownDevice(ctx, account.userId, device);
  if (known !== null) {
    // Right passwords cost work too. Apart from the strangers' count: whoever
    // guesses in the same network does not shut the owner out.
    const wait = await takeFromAll(
      ctx,
      [
        ...bucketsOf(caller, "known"),
        [`device:${known._id}`, signInsPerDevice],
      ],
      now,
    );
    return wait ?? { account, counted: { device: known._id } };
  }
  const { network } = caller;
  const buckets = [
    ...bucketsOf(caller, "signIn"),
    ...strangersOf(email, network),
  ];
  const wait = await takeFromAll(ctx, buckets, now);
  return wait ?? { account, counted: { network } };
}

/** What a call from this caller's network counts on, from strangers' browsers or known ones. All behind one proxy have no network of their own. */
export function bucketsOf(
  { network, block }: Caller,
  from: "signIn" | "known" | "code",
): [string, Limit][] {
  if (network === PRIVATE) return [];
  const all: [string, Limit] = [`${from}:${block}`, signInsPerBlock];
  const own: [string, Limit] = [`${from}:${network}`, signInsPerNetwork];
  return block === null ? [own] : [all, own];
}

/** Counts one new account, whatever becomes of it; or says how long to wait. */
export async function countSignUp(
  ctx: MutationCtx,
  { network, block }: Caller,
  now: number,
): Promise<Wait | null> {
  if (network === PRIVATE) return null;
  const own: [string, Limit] = [`signUp:${network}`, signUpsPerNetwork];
  const all: [string, Limit] = [`signUp:${block}`, signUpsPerBlock];
  return await takeFromAll(ctx, block === null ? [own] : [all, own], now);
}

/** It was right: the try does not count, and the browser is known from now on. */
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

/** Gives back what a try was counted on. */
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

/** The buckets of tries at one address from a network: its own first. */
function strangersOf(email: string, network: string): [string, Limit][] {
  const own: [string, Limit] = [
    `password:${email}:${network}`,
    wrongPerNetwork,
  ];
  const all: [string, Limit] = [`password:${email}`, signInsPerEmail];
  return network === PRIVATE ? [all] : [own, all];
}
