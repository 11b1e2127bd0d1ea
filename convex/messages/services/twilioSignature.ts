/**
 * Twilio's signature of a form: https://www.twilio.com/docs/usage/security#validating-requests
 * Our own check, because the SDK's pulls in the whole SDK.
 */
import { fromBase64 } from "../../base/rules/sealed";

/** HMAC-SHA1 with `token` over one of these addresses and the fields, sorted by name. */
export async function isSignedByTwilio(
  urls: readonly string[],
  form: URLSearchParams,
  signature: string,
  token: string,
): Promise<boolean> {
  const given = fromBase64(signature);
  if (token === "") return false;
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    bytes.encode(token),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["verify"],
  );
  const fields = fieldsOf(form);
  for (const url of urls) {
    // `verify` compares in constant time.
    const signed = bytes.encode(url + fields);
    if (await crypto.subtle.verify("HMAC", key, given, signed)) return true;
  }
  return false;
}

/** Names and values joined and sorted; repeated values count once. */
function fieldsOf(form: URLSearchParams): string {
  // `getAll` per name would scan the whole form once per field name, and the sender chooses how many.
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of form) {
    fields.set(name, (fields.get(name) ?? new Set()).add(value));
  }
  return [...fields.keys()]
    .sort()
    .flatMap((name) =>
      [...(fields.get(name) ?? [])].sort().map((value) => name + value),
    )
    .join("");
}
