/** Verifies that a call comes from Twilio (product.md H5), for the callback address that we gave out. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { postedFields } from "../../base/services/body";
import { environment } from "../../base/services/env";
import { accountHashOf, openAccount } from "./shopTwilio";
import { isSignedByTwilio } from "./twilioSignature";

export type SignedCall = {
  readonly fields: Readonly<Partial<Record<string, string>>>;
  readonly query: URLSearchParams;
  /** The shops whose own account signed; null for the platform's. */
  readonly businessIds: Id<"businesses">[] | null;
};

/** Many times the size of Twilio's form for one text. */
const MAX_FORM = 16 * 1024;

/** The call; null if it is too large or not signed by a known account. */
export async function signedCall(
  ctx: ActionCtx,
  request: Request,
): Promise<SignedCall | null> {
  const { texts, callbackOrigins } = environment();
  const form = texts && (await postedFields(request, MAX_FORM));
  if (texts === null || form === null) return null;
  const { pathname, search, searchParams } = new URL(request.url);
  const urls = callbackOrigins.map((origin) => origin + pathname + search);
  const signature = request.headers.get("X-Twilio-Signature") ?? "";
  const isSigned = async (token: string): Promise<boolean> =>
    await isSignedByTwilio(urls, form, signature, token);
  const call = { fields: Object.fromEntries(form), query: searchParams };
  const sid = form.get("AccountSid") ?? "";
  const { platform } = texts;
  if (sid === platform?.sid) {
    const isTheirs = await isSigned(platform.token);
    return isTheirs ? { ...call, businessIds: null } : null;
  }
  const kept = await ctx.runQuery(internal.messages.smsSteps.accounts, {
    accountHash: await accountHashOf(sid),
  });
  const businessIds: Id<"businesses">[] = [];
  for (const one of kept) {
    const account = await openAccount(one);
    if (account !== null && (await isSigned(account.token)))
      businessIds.push(one.businessId);
  }
  return businessIds.length === 0 ? null : { ...call, businessIds };
}
