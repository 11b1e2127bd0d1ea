/** Browsers in which a user has signed in. They can sign in even while strangers guess. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { clientSecretHash } from "../../base/rules/secrets";
import { rowBy, rowsBy } from "../../base/data/rowBy";

const DEVICES_PER_USER = 10;

const deviceOf = rowBy("knownDevices", "userId_and_deviceHash");
const devicesOf = rowsBy(
  "knownDevices",
  "userId_and_deviceHash",
  DEVICES_PER_USER,
);
const devicesBy = rowsBy("knownDevices", "deviceHash", DEVICES_PER_USER);

/** The user's browser with this secret; null for any other text. */
export async function knownDevice(
  ctx: MutationCtx,
  userId: Id<"users">,
  device: string | null,
): Promise<Doc<"knownDevices"> | null> {
  const deviceHash = await clientSecretHash(device);
  if (deviceHash === null) return null;
  return await deviceOf(ctx, userId, deviceHash);
}

/** Whether the browser is known to this address's account. Looks up the browser, so its timing reveals no address. */
export async function isKnownTo(
  ctx: MutationCtx,
  email: string,
  device: string | null,
): Promise<boolean> {
  const deviceHash = await clientSecretHash(device);
  if (deviceHash === null) return false;
  for (const { userId } of await devicesBy(ctx, deviceHash)) {
    const user = await ctx.db.get("users", userId);
    if (user?.email === email) return true;
  }
  return false;
}

/** Remembers the browser; forgets the oldest one beyond the limit. */
export async function rememberDevice(
  ctx: MutationCtx,
  userId: Id<"users">,
  device: string | null,
): Promise<void> {
  const deviceHash = await clientSecretHash(device);
  if (deviceHash === null) return;
  if ((await deviceOf(ctx, userId, deviceHash)) !== null) return;
  const devices = await devicesOf(ctx, userId);
  const [oldest] = devices.sort((a, b) => a._creationTime - b._creationTime);
  if (devices.length === DEVICES_PER_USER && oldest !== undefined) {
    await ctx.db.delete("knownDevices", oldest._id);
  }
  await ctx.db.insert("knownDevices", { userId, deviceHash });
}

/** Forgets all browsers, as after a new password. */
export async function forgetDevices(ctx: MutationCtx, userId: Id<"users">) {
  for (const { _id } of await devicesOf(ctx, userId)) {
    await ctx.db.delete("knownDevices", _id);
  }
}
