/** The two accounts of the stand-in for Twilio: the platform's, and one for shops' 'own credentials'. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export type Account = {
  readonly sid: string;
  readonly token: string;
  /** E.164. */
  readonly number: string;
};

/** The shop's account. Its token is derived from the seed, so no one else on the network knows it. */
export function ownAccount(seed: string): Account {
  const hex = (what: string) =>
    createHmac("sha256", seed).update(what).digest("hex").slice(0, 32);
  return {
    sid: `AC${hex("own account")}`,
    token: hex("own token"),
    number: "+15550100002",
  };
}

/** The account whose name and password the request carries. Null for none. */
export function accountOf(
  accounts: readonly Account[],
  headers: Readonly<Record<string, string | undefined>>,
): Account | null {
  const given = hash(headers["authorization"] ?? "");
  return (
    accounts.find(({ sid, token }) => {
      const basic = Buffer.from(`${sid}:${token}`).toString("base64");
      return timingSafeEqual(given, hash(`Basic ${basic}`));
    }) ?? null
  );
}

/** `X-Twilio-Signature` of a form: https://www.twilio.com/docs/usage/security#validating-requests */
export function signatureOf(
  url: string,
  fields: Readonly<Record<string, string>>,
  token: string,
): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => sum + name + fields[name], url);
  return createHmac("sha1", token).update(text).digest("base64");
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
