/**
 * Runs before each test file: gives the host a native scrypt, as the embedded engine has. Here it is a fast digest, so
 * that passwords cost nothing. Real hashing is in passwordHash.test.ts (PBKDF2) and
 * engine/tests/functions/scrypt.test.ts.
 */
export type Scrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  options: object,
) => Promise<Uint8Array>;

const scrypt: Scrypt = async (password, salt) =>
  new Uint8Array(
    await crypto.subtle.digest("SHA-256", Uint8Array.of(...password, ...salt)),
  );

Object.assign(crypto, { scrypt });

/** Runs `act` on a host without native scrypt. */
export async function withoutScrypt<T>(act: () => Promise<T>): Promise<T> {
  Reflect.deleteProperty(crypto, "scrypt");
  try {
    return await act();
  } finally {
    Object.assign(crypto, { scrypt });
  }
}
