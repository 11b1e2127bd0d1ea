/** The slow hash of a code for a forgotten password. */
import {
  hashPassword,
  SALT_BYTES,
  type HashShare,
} from "../rules/passwordHash";
import { bytesOfHex, hashSecret } from "../../base/rules/secrets";

/** All codes of an address share one salt: one slow hash checks them all. @throws tooManyRequests */
export async function hashOfCode(
  code: string,
  email: string,
  share: HashShare,
): Promise<string> {
  const hash = await hashSecret(`code\n${email}`);
  const salt = bytesOfHex(hash).slice(0, SALT_BYTES);
  return await hashPassword(code, salt, share);
}
