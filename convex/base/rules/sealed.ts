/** The form of a sealed secret, as rows hold it. Sealing and opening it: services/sealed.ts. */
import { v, type Infer } from "convex/values";

/** AES-256-GCM; all but `keyId` in base64. */
export const sealedValidator = v.object({
  /** Which of the deployment's keys opens it. */
  keyId: v.string(),
  /** 96 bits, random, of this value alone. */
  nonce: v.string(),
  /** The secret and the tag behind it. */
  box: v.string(),
});
export type Sealed = Infer<typeof sealedValidator>;

/** A key that seals: 32 bytes. */
export type SealingKey = { id: string; bytes: Uint8Array<ArrayBuffer> };

const KEY_BYTES = 32;

/**
 * The keys of SECRETS_KEYS, "id:base64,id:base64": the first one seals, all
 * open, so that a new one goes in front of the old ones. None when one cannot
 * be read, because a list that is half understood would seal with a wrong key.
 */
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

/** The bytes; none for text that is no base64. */
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
