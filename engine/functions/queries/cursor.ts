/**
 * Pagination cursors: the end of a page and the query it belongs to, sealed so that clients can neither read key values
 * nor forge cursors. Sealing is deterministic, so that results can be compared.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
} from "node:crypto";
import type { JsonValue, Key } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";

/** After an index key, or after everything. */
export type Position = { readonly after: Key } | "end";

export type Cursor = {
  readonly position: Position;
  /** Of the query, see `fingerprintOf`. */
  readonly fingerprint: string;
};

/** Identifies a query: its cursors are invalid for others. */
export function fingerprintOf(
  query: JsonValue,
  fields: readonly string[],
): string {
  const text = JSON.stringify([query, fields]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** The backend's error; npm convex's `usePaginatedQuery` starts over when it gets it. */
function invalidCursor(): UserError {
  return new UserError(
    "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    { isConvexSystemError: true, paginationError: "InvalidCursor" },
  );
}

const NONCE = 12;
const TAG = 16;

export class CursorSeal {
  readonly #key: Buffer;
  readonly #nonceKey: Buffer;

  /** @param secret 32 bytes */
  constructor(secret: Buffer) {
    const derive = (use: string) =>
      Buffer.from(hkdfSync("sha256", secret, "", `cursor ${use}`, 32));
    this.#key = derive("key");
    this.#nonceKey = derive("nonce");
  }

  seal({ position, fingerprint }: Cursor): string {
    const place = position === "end" ? "" : `>${position.after}`;
    const plain = Buffer.from(fingerprint + place, "latin1");
    const nonce = createHmac("sha256", this.#nonceKey)
      .update(plain)
      .digest()
      .subarray(0, NONCE);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString(
      "base64url",
    );
  }

  /** @throws UserError `invalidCursor` for a cursor of another deployment or query. */
  open(text: string, fingerprint: string): Position {
    const plain = this.#decrypt(Buffer.from(text, "base64url"));
    if (plain === null || !plain.startsWith(fingerprint)) throw invalidCursor();
    const place = plain.slice(fingerprint.length);
    if (place === "") return "end";
    // Guard untested: every cursor sealed here begins this way.
    if (!place.startsWith(">")) throw invalidCursor();
    return { after: place.slice(1) };
  }

  #decrypt(bytes: Buffer): string | null {
    if (bytes.length < NONCE + TAG) return null;
    const nonce = bytes.subarray(0, NONCE);
    const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce);
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    try {
      const plain = decipher.update(bytes.subarray(NONCE + TAG));
      return Buffer.concat([plain, decipher.final()]).toString("latin1");
    } catch {
      return null;
    }
  }
}
