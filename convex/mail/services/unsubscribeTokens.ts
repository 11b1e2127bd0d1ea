/** Signed tokens of unsubscribe links. They hold no address and never expire. */
import { hashSecret } from "../../base/rules/secrets";
import { environment } from "../../base/services/env";

const encoder = new TextEncoder();

/** @param email as normalized by normalizeEmail */
export async function unsubscribeToken(
  businessId: string | null,
  email: string,
): Promise<string> {
  const body = `${businessId ?? "news"}.${await hashSecret(email)}`;
  const signature = await crypto.subtle.sign(
    "HMAC",
    await key(),
    encoder.encode(body),
  );
  return `${body}.${inHex(new Uint8Array(signature))}`;
}

/** What a token ends (mail/data/optOuts.ts Subscription); null for one that this deployment did not sign. */
export async function readUnsubscribeToken(token: string) {
  const [, of = "", addressHash = "", signature = ""] =
    /^(\w{1,64})\.([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const isOurs = await crypto.subtle.verify(
    "HMAC",
    await key(),
    fromHex(signature),
    encoder.encode(`${of}.${addressHash}`),
  );
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

async function key(): Promise<CryptoKey> {
  return await crypto.subtle.importKey(
    "raw",
    encoder.encode(`unsubscribe\n${environment().networkKey}`),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
}

function inHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}
