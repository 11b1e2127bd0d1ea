/** Signs what the links in mails hold. Nothing is stored, and each try of a mail has the same links. */
import { bytesOfHex, hexOf } from "../../base/rules/secrets";
import { environment } from "../../base/services/env";

const encoder = new TextEncoder();

/** What a signature is for; one for another purpose does not count. */
type Purpose = "unsubscribe" | "booking";

/** 64 hex digits. */
export async function sign(purpose: Purpose, body: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    "HMAC",
    await key(purpose),
    encoder.encode(body),
  );
  return hexOf(signature);
}

/** Whether this deployment signed that. */
export async function isSigned(
  purpose: Purpose,
  body: string,
  signature: string,
): Promise<boolean> {
  return await crypto.subtle.verify(
    "HMAC",
    await key(purpose),
    bytesOfHex(signature),
    encoder.encode(body),
  );
}

async function key(purpose: Purpose): Promise<CryptoKey> {
  return await crypto.subtle.importKey(
    "raw",
    encoder.encode(`${purpose}\n${environment().networkKey}`),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
}
