/** Signs what the links in mails hold. Nothing is stored, and each try of a mail has the same links. */
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
  return inHex(new Uint8Array(signature));
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
    fromHex(signature),
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
