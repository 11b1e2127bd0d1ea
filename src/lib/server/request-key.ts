/** Keys of desk actions, so that the server performs a repeated request only once (product.md D3). */

/** A unique key. Not crypto.randomUUID, which pages without https lack. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
