/**
 * A secret of this browser, sent with every sign-in. The server remembers its hash after a success, so an owner still
 * gets in while an attacker guesses passwords. Alone it grants no access.
 */
import { newSecret } from "./new-secret";
import { readStored, storageKeys, writeStored } from "./storage";

const FORM = /^[\w-]{32}$/;

/** The secret, made on first use. */
export function deviceSecret(): string {
  const known = readStored(storageKeys.device);
  if (known !== null && FORM.test(known)) return known;
  const secret = newSecret();
  writeStored(storageKeys.device, secret);
  return secret;
}
