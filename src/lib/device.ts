/** A secret of this browser, sent with every sign-in: a known one gets in while an attacker guesses passwords. */
import { newSecret } from "./new-secret";
import { readStored, storageKeys, writeStored } from "./storage";

const FORM = /^[\w-]{32}$/;

export function deviceSecret(): string {
  const known = readStored(storageKeys.device);
  if (known !== null && FORM.test(known)) return known;
  const secret = newSecret();
  writeStored(storageKeys.device, secret);
  return secret;
}
