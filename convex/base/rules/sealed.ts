/** The form of a sealed secret in rows. */
import { v, type Infer } from "convex/values";

/** AES-256-GCM; all but `keyId` in base64. */
export const sealedValidator = v.object({
  /** The id of the deployment's key that opens it. */
  keyId: v.string(),
  /** 96 random bits, unique to this value. */
  nonce: v.string(),
  /** The ciphertext, followed by the tag. */
  box: v.string(),
});
export type Sealed = Infer<typeof sealedValidator>;

/** A sealing key: 32 bytes. */
export type SealingKey = { id: string; bytes: Uint8Array<ArrayBuffer> };

const KEY_BYTES = 32;

/** The keys of SECRETS_KEYS, "id:base64,…"; the first seals. Empty if any is unreadable: another would seal. */
export function readSealingKeys(text: string | undefined): SealingKey[] {
  const parts = (text ?? "").split(",").map((part) => part.trim());
  const keys = parts
    .filter((part) => part !== "")
    .map((part) => {
      const [, id = "", base64 = ""] = /^([\w-]{1,32}):(.*)$/.exec(part) ?? [];
      return { id, bytes: fromBase64(base64) };
    });
  const ids = new Set(keys.map(({ id }) => id));
  const isGood =
    ids.size === keys.length &&
    keys.every(({ id, bytes }) => id !== "" && bytes.length === KEY_BYTES);
  return isGood ? keys : [];
}

/** The decoded bytes; empty for invalid base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
