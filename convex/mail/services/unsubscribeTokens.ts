/** Signed tokens of unsubscribe links. They hold no address and never expire. */
import { hashSecret } from "../../base/rules/secrets";
import { environment } from "../../base/services/env";
import { isSigned, sign } from "./signatures";

/** @param email as normalized by normalizeEmail */
export async function unsubscribeToken(
  businessId: string | null,
  email: string,
): Promise<string> {
  const body = `${businessId ?? "news"}.${await hashSecret(email)}`;
  return `${body}.${await sign("unsubscribe", body)}`;
}

/** What a token ends (mail/data/optOuts.ts Subscription); null for one that this deployment did not sign. */
export async function readUnsubscribeToken(token: string) {
  const [, of = "", addressHash = "", signature = ""] =
    /^(\w{1,64})\.([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const body = `${of}.${addressHash}`;
  const isOurs = await isSigned("unsubscribe", body, signature);
  return isOurs ? { businessId: of === "news" ? null : of, addressHash } : null;
}

/** The unsubscribe addresses: for one POST, and the page for a person (src/routes/unsubscribe.tsx). */
export async function unsubscribeUrls(
  businessId: string | null,
  email: string,
): Promise<{ post: string; page: string }> {
  const token = await unsubscribeToken(businessId, email);
  const { siteUrl, httpUrl } = environment();
  return {
    post: `${httpUrl}/api/unsubscribe?token=${token}`,
    page: `${siteUrl}/unsubscribe?token=${token}`,
  };
}
