/** Reads an origin typed by the operator. */

/**
 * @param {string} name of the option or variable, for the error
 * @param {string} text
 * @returns {string} scheme, host and port
 * @throws Error in one line
 */
export function parseOrigin(name, text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(
      `${name} must be an address like https://shop.example, not "${text}"`,
    );
  if (url.href !== `${url.origin}/`)
    throw new Error(`${name} must not have a path: "${text}"`);
  return url.origin;
}
