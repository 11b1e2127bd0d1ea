/** Seals secrets with a key outside the database (product.md U6). Actions only: each sealing takes a random nonce. */
import { must } from "../rules/errors";
import { fromBase64, toBase64, type Sealed } from "../rules/sealed";
import { environment } from "./env";

/** What a sealed value is bound to: it opens in no other business's or user's row, and for no other purpose. */
export type SealedFor = { purpose: string } & (
  | { businessId: string }
  | { userId: string }
);

const NONCE_BYTES = 12;

/** Whether this deployment has keys. */
export function canSeal(): boolean {
  return environment().sealingKeys.length > 0;
}

/** Seals `plain` with the newest key. @throws Error without a key: check `canSeal` first */
export async function seal(plain: string, to: SealedFor): Promise<Sealed> {
  const key = must(environment().sealingKeys[0], "a key in SECRETS_KEYS");
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const box = await crypto.subtle.encrypt(
    algorithm(nonce, key.id, to),
    await importKey(key.bytes, "encrypt"),
    new TextEncoder().encode(plain),
  );
  const sealed = { nonce: toBase64(nonce), box: toBase64(new Uint8Array(box)) };
  return { keyId: key.id, ...sealed };
}

/** The secret. Null if its key is gone, or it was altered or moved; its owner must then enter it again. */
export async function unseal({ keyId, nonce, box }: Sealed, to: SealedFor) {
  const key = environment().sealingKeys.find(({ id }) => id === keyId);
  if (key === undefined) return null;
  try {
    const plain = await crypto.subtle.decrypt(
      algorithm(fromBase64(nonce), keyId, to),
      await importKey(key.bytes, "decrypt"),
      fromBase64(box),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}

function algorithm(
  iv: Uint8Array<ArrayBuffer>,
  keyId: string,
  to: SealedFor,
): AesGcmParams {
  const whose = "businessId" in to ? to.businessId : to.userId;
  const bound = JSON.stringify([keyId, whose, to.purpose]);
  const additionalData = new TextEncoder().encode(bound);
  return { name: "AES-GCM", iv, additionalData };
}

async function importKey(
  bytes: Uint8Array<ArrayBuffer>,
  use: "encrypt" | "decrypt",
): Promise<CryptoKey> {
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [use]);
}
