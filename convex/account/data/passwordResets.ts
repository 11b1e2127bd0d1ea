/**
 * Codes for a forgotten password. Whether an address has an account shows
 * neither in an answer nor in the time it takes: the request only counts and
 * schedules, and the code is made later, by an action that nobody waits for.
 *
 * A code is good until it is used, has expired, or its asker has asked for
 * three newer ones; what others ask for and guess takes nothing from it. The
 * asker is the browser that asked, or its network, and has tries of its own.
 *
 * How hopeless guessing is: in an hour there are at most 20 tries from others
 * and 5 for each of 8 requests, and 10 codes are good at a time, of 10^8. That
 * is 60 * 10 / 10^8, one in 170,000, for somebody with ten networks and more,
 * while the owner gets a mail every eight minutes.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { PRIVATE } from "../../base/rules/addresses";
import { must, refuse } from "../../base/rules/errors";
import {
  codeTriesPerAsker,
  codeTriesPerEmail,
  codeTriesPerNetwork,
  resetsPerCaller,
  resetsPerDevice,
  resetsPerEmail,
  resetsPerNetwork,
  type Limit,
} from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { hashSecret, isClientSecret } from "../../base/rules/secrets";
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
  type Wait,
} from "../../base/data/rateLimits";
import { endOtherSessions, endSessions } from "./sessions";

const LIFE_MS = 10 * 60_000;
/** The newest and two older ones. */
const PER_ASKER = 3;

/** A new password, as the audit log has it: by a code from an e-mail, or by the old one. */
const BY_CODE = {
  action: "ownerChangedPassword",
  after: { by: "code" },
} as const;
const BY_PASSWORD = {
  action: "ownerChangedPassword",
  after: { by: "password" },
} as const;

/** What is answered to a request for a code. */
export type Requested =
  | { ok: true }
  | Refused<"waitBeforeReset" | "tooManyRequests">;

/** Counts a request and has the code made and sent; says what to answer, the same for every address. */
export async function requestReset(
  ctx: MutationCtx,
  attempt: Attempt,
  now: number,
): Promise<Requested> {
  const { email, caller, device } = attempt;
  const { network } = caller;
  const asker = await askerOf(attempt);
  const isKnown = await isKnownTo(ctx, email, device);
  const take = async (...buckets: [string, Limit][]) =>
    await takeFromAll(ctx, buckets, now);
  const key = (of: string) => `reset:${email}:${of}`;

  const ofNetwork = await take(...bucketsOf(caller, "signIn"));
  if (ofNetwork !== null) return refuse("tooManyRequests", ofNetwork);
  const who = isKnown ? asker : network;
  const soon = await take([key(`wait:${who}`), resetsPerCaller]);
  if (soon !== null) return refuse("waitBeforeReset", soon);
  const own: [string, Limit][] =
    network === PRIVATE ? [] : [[key(network), resetsPerNetwork]];
  const tooMany = isKnown
    ? await take([key(asker), resetsPerDevice])
    : await take(...own, [key(""), resetsPerEmail]);
  if (tooMany !== null) return refuse("tooManyRequests", tooMany);
  await fill(ctx, triesKey(email, asker), codeTriesPerAsker, now);
  const args = { email, asker };
  await ctx.scheduler.runAfter(0, internal.account.current.sendReset, args);
  return { ok: true };
}

/** Keeps a new code beside those that are good; false, and nothing kept, if the address has no account. */
export async function keepCode(
  ctx: MutationCtx,
  given: { email: string; asker: string; codeHash: string },
  now: number,
): Promise<boolean> {
  const { email, asker, codeHash } = given;
  if ((await accountOf(ctx, email)) === null) return false;
  const before = (await codesOf(ctx, email)).sort(
    (a, b) => b._creationTime - a._creationTime,
  );
  const own = before.filter((row) => row.asker === asker);
  const gone = new Set([
    ...own.slice(PER_ASKER - 1),
    ...before.slice(CODES_PER_EMAIL - 1),
  ]);
  for (const { _id } of gone) await ctx.db.delete("passwordResets", _id);
  const expiresAt = now + LIFE_MS;
  const row = { email, asker, codeHash, expiresAt };
  await ctx.db.insert("passwordResets", row);
  return true;
}

/** Counts one try at the codes of an address, existing or not, and gives those that are good. Or how long to wait. */
export async function tryCode(
  ctx: MutationCtx,
  attempt: Attempt,
  now: number,
): Promise<{ resetId: Id<"passwordResets">; codeHash: string }[] | Wait> {
  const { email, caller } = attempt;
  const tooMany = await takeFromAll(ctx, bucketsOf(caller, "code"), now);
  if (tooMany !== null) return tooMany;
  const own = triesKey(email, await askerOf(attempt));
  if (!(await takeIfThere(ctx, own, codeTriesPerAsker, now))) {
    const { network } = caller;
    const all: [string, Limit] = [`code:${email}`, codeTriesPerEmail];
    const theirs: [string, Limit][] =
      network === PRIVATE
        ? []
        : [[`code:${email}:${network}`, codeTriesPerNetwork]];
    const wait = await takeFromAll(ctx, [...theirs, all], now);
    if (wait !== null) return wait;
  }
  return (await codesOf(ctx, email))
    .filter(({ expiresAt }) => now < expiresAt)
    .map(({ _id, codeHash }) => ({ resetId: _id, codeHash }));
}

/** Whose password a code replaces; null if it has been used or replaced since. */
export async function userOfReset(
  ctx: Pick<QueryCtx, "db">,
  resetId: Id<"passwordResets">,
): Promise<Id<"users"> | null> {
  const row = await ctx.db.get("passwordResets", resetId);
  if (row === null) return null;
  return (await accountOf(ctx, row.email))?.userId ?? null;
}

/**
 * The code was right, so its holder has the address: sets the new password,
 * signs everybody out, and ends the address's other codes, what was asked
 * for by whoever knew the old password, and what they have set up to read on.
 * Nothing if the code has been used or
 * replaced since.
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
  await recordOwn(ctx, account.userId, BY_CODE, now);
}

/**
 * A new password for somebody who has shown the old one: their other sessions
 * end, all browsers but this one are forgotten, and no code is good any more,
 * for a new address neither (product.md A11).
 * @param given `device` is the browser's secret, or null
 */
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
  await recordOwn(ctx, userId, BY_PASSWORD, now);
}

/** Who asks or tries: the browser, if it says which it is, or else the network. */
async function askerOf({ device, caller }: Attempt): Promise<string> {
  return device !== null && isClientSecret(device)
    ? await hashSecret(device)
    : caller.network;
}

function triesKey(email: string, asker: string): string {
  return `code:${email}:asker:${asker}`;
}
