/**
 * Tries at passwords and codes: counted before they are looked at, over all
 * flows together, so that parallel guesses cannot pass the limit. A browser in
 * which the owner has signed in before has a count of its own, so that
 * strangers who guess cannot lock the owner out.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { callerNetwork } from "../model/addresses";
import {
  signInsPerAddress,
  signInsPerDevice,
  signInsPerEmail,
} from "../model/rateLimit";
import { hashSecret, isClientSecret } from "../model/secrets";
import { accountOf } from "./accounts";
import { giveBack, takeFrom } from "./rateLimits";

const DEVICES_PER_USER = 10;

/** Whose attempt it is: `device` is the browser's secret, or null. */
export type Attempt = {
  email: string;
  ip: string | null;
  device: string | null;
};

/**
 * Counts one try for this address, existing or not. Null: too many.
 * @returns its account if there is one, and the bucket that the try came from
 */
export async function countTry(
  ctx: MutationCtx,
  { email, ip, device }: Attempt,
  now: number,
): Promise<{ account: Doc<"authAccounts"> | null; bucket: string } | null> {
  const account = await accountOf(ctx, email);
  const known =
    account === null ? null : await knownDevice(ctx, account.userId, device);
  if (known !== null) {
    // Right passwords cost work too. Apart from the strangers' count: whoever
    // guesses in the same network does not shut the owner out.
    if (!(await countCaller(ctx, ip, now, "known"))) return null;
    const bucket = `device:${known._id}`;
    const counted = await takeFrom(ctx, bucket, signInsPerDevice, now);
    return counted ? { account, bucket } : null;
  }
  if (!(await countCaller(ctx, ip, now))) return null;
  const bucket = `password:${email}`;
  const counted = await takeFrom(ctx, bucket, signInsPerEmail, now);
  return counted ? { account, bucket } : null;
}

/** Counts one call from this network address, from strangers' browsers or known ones; false: too many. */
export async function countCaller(
  ctx: MutationCtx,
  ip: string | null,
  now: number,
  from: "signIn" | "known" = "signIn",
): Promise<boolean> {
  const network = ip === null ? null : callerNetwork(ip);
  if (network === null) return true;
  return await takeFrom(ctx, `${from}:${network}`, signInsPerAddress, now);
}

/** It was right: the try does not count, and the browser is known from now on. */
export async function tryWasRight(
  ctx: MutationCtx,
  given: { userId: Id<"users">; bucket: string; device: string | null },
  now: number,
): Promise<void> {
  const { userId, bucket, device } = given;
  const limit = bucket.startsWith("device:")
    ? signInsPerDevice
    : signInsPerEmail;
  await giveBack(ctx, bucket, limit, now);
  await rememberDevice(ctx, userId, device);
}

/** No browser is known any more, as after a new password. */
export async function forgetDevices(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<void> {
  for (const { _id } of await devicesOf(ctx, userId)) {
    await ctx.db.delete("knownDevices", _id);
  }
}

async function rememberDevice(
  ctx: MutationCtx,
  userId: Id<"users">,
  device: string | null,
): Promise<void> {
  if (device === null || !isClientSecret(device)) return;
  if ((await knownDevice(ctx, userId, device)) !== null) return;
  const devices = await devicesOf(ctx, userId);
  const [oldest] = devices.sort((a, b) => a._creationTime - b._creationTime);
  if (devices.length === DEVICES_PER_USER && oldest !== undefined) {
    await ctx.db.delete("knownDevices", oldest._id);
  }
  const deviceHash = await hashSecret(device);
  await ctx.db.insert("knownDevices", { userId, deviceHash });
}

async function knownDevice(
  ctx: MutationCtx,
  userId: Id<"users">,
  device: string | null,
): Promise<Doc<"knownDevices"> | null> {
  if (device === null || !isClientSecret(device)) return null;
  const deviceHash = await hashSecret(device);
  return await ctx.db
    .query("knownDevices")
    .withIndex("by_userId_and_deviceHash", (q) =>
      q.eq("userId", userId).eq("deviceHash", deviceHash),
    )
    .unique();
}

async function devicesOf(
  ctx: MutationCtx,
  userId: Id<"users">,
): Promise<Doc<"knownDevices">[]> {
  return await ctx.db
    .query("knownDevices")
    .withIndex("by_userId_and_deviceHash", (q) => q.eq("userId", userId))
    .take(DEVICES_PER_USER);
}
