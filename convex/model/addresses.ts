/** What a network address says about who is calling. */

/**
 * False for loopback and private addresses: behind a proxy that does not pass
 * the caller's address on, everybody would share the proxy's, and a limit on
 * it would lock a whole shop out.
 */
export function isPublicAddress(ip: string): boolean {
  const address = ip.toLowerCase().replace(/^::ffff:/, "");
  return !/^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/.test(
    address,
  );
}
