/** Where a link may lead that somebody else wrote: pages of this product only. Used by the server and the screens. */

/** Stands for whatever origin the product has. */
const HERE = "https://here.invalid";
const MAX_PATH = 2_000;
const MAX_DECODINGS = 5;
/** One slash, and not the second slash or backslash that would begin a host. */
const OWN = /^\/(?![/\\])/;
// eslint-disable-next-line no-control-regex -- control characters are what browsers drop from a URL
const HIDDEN = /[\u0000-\u001f\u007f\\]/;

/**
 * The path, query and fragment that `text` means on our own origin, or null
 * for anything that leads elsewhere: another host, another scheme, or one of
 * the spellings that a browser reads as such.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > MAX_PATH) {
    return null;
  }
  if (!isOwn(text)) return null;
  if (!URL.canParse(text, HERE)) return null;
  const url = new URL(text, HERE);
  // '/.//host' and '/../%2fhost' become '//host' only in here.
  if (!isOwn(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** The path of a full address if it is on `origin`, or of a path; null for anything else. */
export function ownPathOfUrl(text: string, origin: string): string | null {
  if (!URL.canParse(text)) return ownPath(text);
  const url = new URL(text);
  if (!URL.canParse(origin) || url.origin !== new URL(origin).origin) {
    return null;
  }
  return ownPath(url.pathname + url.search + url.hash);
}

/** However often it is decoded. */
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
