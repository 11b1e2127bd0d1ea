/** A shop's own Twilio account, sealed for its row. */
import type { Sealed } from "../../base/rules/sealed";
import { hashSecret } from "../../base/rules/secrets";
import type { TwilioAccount } from "../../base/services/env";
import { seal, unseal } from "../../base/services/sealed";

const PURPOSE = "twilio";

/** The fields of an account to store. */
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

/** The account; null if the server no longer has a key for it. */
export async function openAccount(kept: {
  businessId: string;
  secret: Sealed;
}): Promise<TwilioAccount | null> {
  const { businessId, secret } = kept;
  const plain = await unseal(secret, { businessId, purpose: PURPOSE });
  return plain === null ? null : (JSON.parse(plain) as TwilioAccount);
}

/** A hash to find an account by without revealing it. The SID has 128 random bits, so it cannot be guessed. */
export async function accountHashOf(sid: string): Promise<string> {
  return await hashSecret(`twilio\n${sid}`);
}
