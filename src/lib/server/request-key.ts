/** Keys of what is done at the counter, so that the server does what is sent twice only once (product.md D3). */

/** A key that nothing else has. Not crypto.randomUUID, which pages without https lack. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
