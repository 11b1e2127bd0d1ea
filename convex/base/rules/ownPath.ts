/** Limits links from foreign input to pages of this product. */

/** Stands for the product's origin. */
const HERE = "https://here.invalid";
const MAX_PATH = 2_000;
const MAX_DECODINGS = 5;
/** One slash, not followed by a slash or backslash that would begin a host. */
const OWN = /^\/(?![/\\])/;
// eslint-disable-next-line no-control-regex -- control characters are what browsers drop from a URL
const HIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Path, query and fragment of `text` on our origin; null if it leads elsewhere, in any spelling browsers accept. */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_PATH || !isOwn(text)) return null;
  if (!URL.canParse(text, HERE)) return null;
  const url = new URL(text, HERE);
  // '/.//host' and '/../%2fhost' become '//host' only after parsing.
  if (!isOwn(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** The path of a full address on `origin`, or of a path; null for anything else. */
export function ownPathOfUrl(text: string, origin: string): string | null {
  if (!URL.canParse(text)) return ownPath(text);
  const url = new URL(text);
  if (!URL.canParse(origin) || url.origin !== new URL(origin).origin) {
    return null;
  }
  return ownPath(url.pathname + url.search + url.hash);
}

/** Checks the fully decoded path. */
function isOwn(path: string): boolean {
  const plain = decodeFully(path);
  return plain !== null && OWN.test(plain) && !HIDDEN.test(plain);
}

function decodeFully(text: string): string | null {
  let plain = text;
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    let next: string;
    try {
      next = decodeURIComponent(plain);
    } catch {
      return null;
    }
    if (next === plain) return plain;
    plain = next;
  }
  return null;
}
