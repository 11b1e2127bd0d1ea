/**
 * Codes for a forgotten password. A request only counts and schedules, so neither its answer nor its timing shows
 * whether an address has an account.
 *
 * A code is valid until it is used, expires, or its requester (the browser, or else its network) has asked for three
 * newer ones. Others' requests and guesses do not affect it.
 *
 * The odds of guessing: per hour 20 attempts from others and 5 for each of 14 requests, with 16 of 10^8 codes valid at a
 * time. So 90 * 16 / 10^8, one in 69,000, for an attacker with at least six networks.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { PRIVATE } from "../../base/rules/addresses";
import { KEPT_MS } from "../../base/rules/kept";
import { must, refuse } from "../../base/rules/errors";
import {
  codeTriesPerAsker,
  codeTriesPerEmail,
  codeTriesPerNetwork,
  firstReset,
  newResetsPerEmail,
  resetsPerCaller,
  resetsPerDevice,
  resetsPerEmail,
  resetsPerNetwork,
} from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { clientSecretHash } from "../../base/rules/secrets";
import { accountOf, emailProven, ownEmail, setHash } from "./accounts";
import { bucketsOf, type Attempt } from "./attempts";
import { recordOwn } from "../../audit/data/log";
import { dropChange } from "./emailChanges";
import { forgetDevices, isKnownTo, rememberDevice } from "./knownDevices";
import { CODES_PER_EMAIL, codesOf, deleteCodes } from "./passwordCodes";
import {
  fill,
  takeFromAll,
  takeIfThere,
  type Buckets,
  type Wait,
} from "../../base/data/rateLimits";
import type { Reader } from "../../base/data/rowBy";
import { endOtherSessions, endSessions } from "./sessions";

/** The newest and two older ones. */
const PER_ASKER = 3;

const CHANGED = { action: "ownerChangedPassword" } as const;

/** The answer to a request for a code. */
export type Requested =
  | { ok: true }
  | Refused<"waitBeforeReset" | "tooManyRequests">;

/** Whose code is wanted, and by whom: a browser, or else a network. */
type Asked = { email: string; asker: string };

/** Counts a request and schedules its code; the answer is always the same. */
export async function requestReset(
  ctx: MutationCtx,
  attempt: Attempt,
  now: number,
): Promise<Requested> {
  const { email, caller, device } = attempt;
  const { network } = caller;
  const asker = await askerOf(attempt);
  const isKnown = await isKnownTo(ctx, email, device);
  const take = async (...buckets: Buckets) =>
    await takeFromAll(ctx, now, ...buckets);
  const key = (of: string) => `reset:${email}:${of}`;

  const ofNetwork = await take(...bucketsOf(caller, "signIn"));
  if (ofNetwork !== null) return refuse("tooManyRequests", ofNetwork);
  const who = isKnown ? asker : network;
  const soon = await take([key(`wait:${who}`), resetsPerCaller]);
  if (soon !== null) return refuse("waitBeforeReset", soon);
  const tooMany = isKnown
    ? await take([key(asker), resetsPerDevice])
    : await takeAsStranger(ctx, key, caller, now);
  if (tooMany !== null) return refuse("tooManyRequests", tooMany);
  await fill(ctx, triesKey(email, asker), codeTriesPerAsker, now);
  // Only its id: arguments of finished jobs stay for days, and an erased account's address must not.
  const resetId = await insertRequest(ctx, { email, asker }, now);
  await ctx.scheduler.runAfter(0, internal.account.current.mailReset, {
    resetId,
  });
  return { ok: true };
}

/** A request without a code yet, for any address. */
export async function insertRequest(
  ctx: MutationCtx,
  asked: Asked,
  now: number,
): Promise<Id<"passwordResets">> {
  const expiresAt = now + KEPT_MS.codes;
  // No code has this hash.
  const row = { ...asked, codeHash: "", expiresAt };
  return await ctx.db.insert("passwordResets", row);
}

/** The first request of a network has a bucket that others' further ones cannot use up. */
async function takeAsStranger(
  ctx: MutationCtx,
  key: (of: string) => string,
  { network, block }: Attempt["caller"],
  now: number,
): Promise<Wait | null> {
  if (network !== PRIVATE) {
    const own = [key(network), resetsPerNetwork] as const;
    const wait = await takeFromAll(ctx, now, own);
    if (wait !== null) return wait;
    const first = [key(`first:${block ?? network}`), firstReset] as const;
    const ofNew = [key("new"), newResetsPerEmail] as const;
    if ((await takeFromAll(ctx, now, first, ofNew)) === null) return null;
  }
  return await takeFromAll(ctx, now, [key(""), resetsPerEmail]);
}

/** Null without an account, or for a request that was dropped since. */
export async function waitingRequest(
  ctx: Reader,
  id: Id<"passwordResets">,
): Promise<Asked | null> {
  const row = await ctx.db.get("passwordResets", id);
  if (row === null || (await accountOf(ctx, row.email)) === null) return null;
  return { email: row.email, asker: row.asker };
}

/** Keeps a request's code beside the valid ones; false for a request that `waitingRequest` does not find. */
export async function keepCode(
  ctx: MutationCtx,
  { resetId, codeHash }: { resetId: Id<"passwordResets">; codeHash: string },
  now: number,
): Promise<boolean> {
  const asked = await waitingRequest(ctx, resetId);
  if (asked === null) return false;
  const { email, asker } = asked;
  const others = (await codesOf(ctx, email))
    .filter(({ _id }) => _id !== resetId)
    .sort((a, b) => b._creationTime - a._creationTime);
  const own = others.filter((row) => row.asker === asker);
  const gone = new Set([
    ...own.slice(PER_ASKER - 1),
    ...others.slice(CODES_PER_EMAIL - 1),
  ]);
  for (const { _id } of gone) await ctx.db.delete("passwordResets", _id);
  const made = { codeHash, expiresAt: now + KEPT_MS.codes };
  await ctx.db.patch("passwordResets", resetId, made);
  return true;
}

/** Counts one attempt at an address's codes. */
export async function tryCode(
  ctx: MutationCtx,
  attempt: Attempt,
  now: number,
): Promise<{ resetId: Id<"passwordResets">; codeHash: string }[] | Wait> {
  const { email, caller } = attempt;
  const tooMany = await takeFromAll(ctx, now, ...bucketsOf(caller, "code"));
  if (tooMany !== null) return tooMany;
  const tries = triesKey(email, await askerOf(attempt));
  if (!(await takeIfThere(ctx, tries, codeTriesPerAsker, now))) {
    const { network } = caller;
    const all = [`code:${email}`, codeTriesPerEmail] as const;
    const own = [`code:${email}:${network}`, codeTriesPerNetwork] as const;
    const buckets = network === PRIVATE ? [all] : [own, all];
    const wait = await takeFromAll(ctx, now, ...buckets);
    if (wait !== null) return wait;
  }
  return (await codesOf(ctx, email))
    .filter(({ expiresAt }) => now < expiresAt)
    .map(({ _id, codeHash }) => ({ resetId: _id, codeHash }));
}

/** The user whose password a code resets; null if it was used or replaced since. */
export async function userOfReset(
  ctx: QueryCtx,
  resetId: Id<"passwordResets">,
): Promise<Id<"users"> | null> {
  const row = await ctx.db.get("passwordResets", resetId);
  if (row === null) return null;
  return (await accountOf(ctx, row.email))?.userId ?? null;
}

/**
 * After the right code, which proves the address: sets the password; ends sessions, codes, and readers that a person
 * with the old password may have set up. Does nothing if the code was used or replaced.
 */
export async function setPassword(
  ctx: MutationCtx,
  given: { resetId: Id<"passwordResets">; newHash: string },
  now: number,
): Promise<void> {
  const row = await ctx.db.get("passwordResets", given.resetId);
  const account = row && (await accountOf(ctx, row.email));
  if (!account) return;
  await emailProven(ctx, account.userId, now);
  await deleteCodes(ctx, row.email);
  await setHash(ctx, account, given.newHash);
  await dropChange(ctx, account.userId);
  await endSessions(ctx, account.userId);
  await forgetDevices(ctx, account.userId);
  const reader = { userId: account.userId, now };
  await ctx.runMutation(internal.privacy.readers.end, reader);
  const event = { ...CHANGED, after: { by: "code" } };
  await recordOwn(ctx, account.userId, event, now);
}

/** Sets a new password for a user who gave the old one; ends other sessions, browsers and codes (product.md A11). */
export async function replacePassword(
  ctx: MutationCtx,
  userId: Id<"users">,
  { newHash, device }: { newHash: string; device: string | null },
  now: number,
): Promise<void> {
  const email = await ownEmail(ctx, userId);
  const account = must(await accountOf(ctx, email), "account");
  await deleteCodes(ctx, email);
  await setHash(ctx, account, newHash);
  await dropChange(ctx, userId);
  await endOtherSessions(ctx, userId);
  await forgetDevices(ctx, userId);
  await rememberDevice(ctx, userId, device);
  await recordOwn(ctx, userId, { ...CHANGED, after: { by: "password" } }, now);
}

/** The requester: the browser if it sends a secret, or else the network. */
async function askerOf({ device, caller }: Attempt): Promise<string> {
  return (await clientSecretHash(device)) ?? caller.network;
}

function triesKey(email: string, asker: string): string {
  return `code:${email}:asker:${asker}`;
}
