/** A shop's own Twilio account, as its row holds it: sealed. */
import type { Sealed } from "../../base/rules/sealed";
import { hashSecret } from "../../base/rules/secrets";
import type { TwilioAccount } from "../../base/services/env";
import { seal, unseal } from "../../base/services/sealed";

const PURPOSE = "twilio";

/** What to keep of an account. */
export async function closeAccount(
  { sid, token }: TwilioAccount,
  businessId: string,
): Promise<{ secret: Sealed; accountHash: string; sidLast4: string }> {
  const plain = JSON.stringify({ sid, token });
  return {
    secret: await seal(plain, { businessId, purpose: PURPOSE }),
    accountHash: await accountHashOf(sid),
    sidLast4: sid.slice(-4),
  };
}

/** The account; null where the server has no key for it any more. */
export async function openAccount(kept: {
  businessId: string;
  secret: Sealed;
}): Promise<TwilioAccount | null> {
  const { businessId, secret } = kept;
  const plain = await unseal(secret, { businessId, purpose: PURPOSE });
  return plain === null ? null : (JSON.parse(plain) as TwilioAccount);
}

/** By which an account is found without telling it: 128 random bits are not guessed. */
export async function accountHashOf(sid: string): Promise<string> {
  return await hashSecret(`twilio\n${sid}`);
}
