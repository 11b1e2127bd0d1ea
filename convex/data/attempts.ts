/**
 * Tries at passwords: counted before they are looked at, so that parallel
 * guesses cannot pass the limit. A stranger uses up the limit of their own
 * network first; the one of the account slows guessing from many networks. A
 * browser in which the owner has signed in before has a count of its own, so
 * that strangers who guess cannot lock the owner out. Codes: passwordResets.ts.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { PRIVATE, type Caller } from "../model/addresses";
import {
  signInsPerBlock,
  signInsPerDevice,
  signInsPerEmail,
  signInsPerNetwork,
  wrongPerNetwork,
  type Limit,
} from "../model/rateLimit";
import { accountOf } from "./accounts";
import { knownDevice, rememberDevice } from "./knownDevices";
import { giveBack, takeFrom } from "./rateLimits";

/** Who tries: `device` is the browser's secret, or null. */
export type Attempt = {
  email: string;
  caller: Caller;
  device: string | null;
};

/** What a try was counted on, to be given back if it was right: a browser, or else a network. */
export type Counted = { device: Id<"knownDevices"> } | { network: string };

/**
 * Counts one try for this address, existing or not. Null: too many.
 * @returns its account if there is one, and what the try was counted on
 */
export async function countTry(
  ctx: MutationCtx,
  { email, caller, device }: Attempt,
  now: number,
): Promise<{ account: Doc<"authAccounts"> | null; counted: Counted } | null> {
  const account = await accountOf(ctx, email);
  const known =
    account === null ? null : await knownDevice(ctx, account.userId, device);
  if (known !== null) {
    // Right passwords cost work too. Apart from the strangers' count: whoever
    // guesses in the same network does not shut the owner out.
    if (!(await countCaller(ctx, caller, now, "known"))) return null;
    const key = `device:${known._id}`;
    return (await takeFrom(ctx, key, signInsPerDevice, now))
      ? { account, counted: { device: known._id } }
      : null;
  }
  if (!(await countCaller(ctx, caller, now))) return null;
  const { network } = caller;
  for (const [key, limit] of strangersOf(email, network)) {
    if (!(await takeFrom(ctx, key, limit, now))) return null;
  }
  return { account, counted: { network } };
}

/** Counts one call from this caller's network, from strangers' browsers or known ones; false: too many. */
export async function countCaller(
  ctx: MutationCtx,
  { network, block }: Caller,
  now: number,
  from: "signIn" | "known" | "code" = "signIn",
): Promise<boolean> {
  if (network === PRIVATE) return true;
  return (
    (block === null ||
      (await takeFrom(ctx, `${from}:${block}`, signInsPerBlock, now))) &&
    (await takeFrom(ctx, `${from}:${network}`, signInsPerNetwork, now))
  );
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
  const buckets: [string, Limit][] =
    "device" in counted
      ? [[`device:${counted.device}`, signInsPerDevice]]
      : strangersOf(email, counted.network);
  for (const [key, limit] of buckets) await giveBack(ctx, key, limit, now);
  await rememberDevice(ctx, userId, device);
}

/** The buckets of tries at one address from a network: its own first. All behind one proxy have no network of their own. */
function strangersOf(email: string, network: string): [string, Limit][] {
  const own: [string, Limit] = [
    `password:${email}:${network}`,
    wrongPerNetwork,
  ];
  const all: [string, Limit] = [`password:${email}`, signInsPerEmail];
  return network === PRIVATE ? [all] : [own, all];
}
