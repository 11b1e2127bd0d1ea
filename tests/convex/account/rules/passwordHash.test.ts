import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  hashPassword,
  isCurrentHash,
  SALT_BYTES,
  verifyPassword,
} from "../../../../convex/account/rules/passwordHash.ts";
import { failsWith } from "../../base/calls.ts";

const salt = () => new Uint8Array(SALT_BYTES).map((_, i) => i * 7);
const SHARE = ["far", "somebody"] as const;

/** A host with the engine's extension that records its calls. */
function hostWithScrypt() {
  const scrypt = vi.fn(
    async (password: Uint8Array, saltBytes: Uint8Array, options: object) => {
      const text = JSON.stringify([...password, ...saltBytes, options]);
      const bytes = new TextEncoder().encode(text);
      return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    },
  );
  vi.stubGlobal("crypto", { scrypt, subtle: crypto.subtle });
  return scrypt;
}

beforeEach(() => {
  // Without the quick scrypt of the other tests.
  vi.stubGlobal("crypto", { subtle: crypto.subtle });
});

describe("password hashing", () => {
  test("without a native scrypt uses PBKDF2 with OWASP's 600,000 rounds", async () => {
    const hash = await hashPassword("Str0ng!pw", salt(), SHARE);
    expect(hash).toMatch(
      /^\$pbkdf2-sha256\$i=600000\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(await verifyPassword("Str0ng!pw", hash, SHARE)).toBe(true);
    expect(await verifyPassword("str0ng!pw", hash, SHARE)).toBe(false);
    expect(isCurrentHash(hash)).toBe(true);
  });

  test("without a native scrypt cannot check a scrypt hash, and says so", async () => {
    const hash = "$scrypt$ln=17,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AAAA";
    await expect(verifyPassword("password", hash, SHARE)).rejects.toThrow(
      "no crypto.scrypt",
    );
  });

  test("accepts a known answer of PBKDF2-HMAC-SHA-256", async () => {
    // From Node's own crypto.pbkdf2Sync("password", "0123456789abcdef", 600000, 32, "sha256").
    const hash =
      "$pbkdf2-sha256$i=600000$MDEyMzQ1Njc4OWFiY2RlZg$mW18kPdKShac963vQrBoSPfRusPlaNHMlNT3m+HuAmM";
    expect(await verifyPassword("password", hash, SHARE)).toBe(true);
  });

  test("with a native scrypt uses N=2^17, r=8, p=1, as a PHC string", async () => {
    const scrypt = hostWithScrypt();
    const hash = await hashPassword("Str0ng!pw", salt(), SHARE);
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(scrypt.mock.calls[0]?.[2]).toEqual({
      N: 131_072,
      r: 8,
      p: 1,
      dkLen: 32,
      share: SHARE,
    });
    expect(await verifyPassword("Str0ng!pw", hash, SHARE)).toBe(true);
    expect(await verifyPassword("Str0ng!px", hash, SHARE)).toBe(false);
  });

  test("still accepts an older hash, and knows that it is old", async () => {
    const old = await hashPassword("Str0ng!pw", salt(), SHARE);
    hostWithScrypt();
    expect(await verifyPassword("Str0ng!pw", old, SHARE)).toBe(true);
    expect(isCurrentHash(old)).toBe(false);
  });

  test("does the same work without an account's hash, and accepts nothing", async () => {
    const scrypt = hostWithScrypt();
    expect(await verifyPassword("Str0ng!pw", null, SHARE)).toBe(false);
    expect(scrypt).toHaveBeenCalledTimes(1);
  });

  test("asks to try again when the host is overloaded, and fails on any other error", async () => {
    const { subtle } = crypto;
    const breaks = (error: Error) =>
      vi.stubGlobal("crypto", { scrypt: () => Promise.reject(error), subtle });
    const full = new Error("Too many password hashes are waiting.");
    breaks(Object.assign(full, { data: { code: "Overloaded" } }));
    for (const attempt of [
      hashPassword("Str0ng!pw", salt(), SHARE),
      verifyPassword("Str0ng!pw", null, SHARE),
    ])
      await failsWith(attempt, "tooManyRequests");
    breaks(new Error("broken"));
    const broken = hashPassword("Str0ng!pw", salt(), SHARE);
    await expect(broken).rejects.toThrow("broken");
  });

  test("takes two ways to type one character as one password", async () => {
    const hash = await hashPassword("Caf\u00e9-1!pw", salt(), SHARE);
    expect(await verifyPassword("Cafe\u0301-1!pw", hash, SHARE)).toBe(true);
  });

  test("refuses an unknown scheme", async () => {
    await expect(verifyPassword("x", "plain", SHARE)).rejects.toThrow(
      "Unknown password hash",
    );
  });
});
