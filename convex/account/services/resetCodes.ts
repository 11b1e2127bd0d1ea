/** The hash of a mailed code. */
import { environment } from "../../base/services/env";
import { hashSecret } from "../../base/rules/secrets";

/**
 * Keyed, because all codes are hashed in a minute. Not slow: only an address with an account gets a code, and the caller
 * who asked for it would see that their next slow hash has to wait.
 */
export async function hashOfCode(code: string, email: string): Promise<string> {
  const { networkKey } = environment();
  return await hashSecret(`code\n${email}\n${code}\n${networkKey}`);
}
