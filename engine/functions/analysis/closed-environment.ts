/** The environment of a realm that only evaluates definitions: no database, no randomness, no calls. */
import type { RealmEnvironment } from "../realm/set-up.ts";

/** The time that code sees at import. */
const FIXED_TIME = Date.UTC(2000, 0, 1);

/** @param given overrides. */
export function closedEnvironment(
  given: Partial<RealmEnvironment>,
): RealmEnvironment {
  const refused = (operation: string) =>
    `Syscall ${operation} unsupported at import time`;
  return {
    now: () => FIXED_TIME,
    random: () => 0.5,
    env: () => undefined,
    log: () => undefined,
    time: () => undefined,
    syscall: (operation) => {
      throw new Error(refused(operation));
    },
    asyncSyscall: (operation, _args, _resolve, reject) =>
      reject(refused(operation), undefined),
    wait: (_begin, _resolve, reject) =>
      reject(
        new Error("Asynchronous operations are unsupported at import time"),
      ),
    unavailable: (description) => `${description} unsupported at import time`,
    randomRefused: () => "Cannot use cryptographic randomness at import time",
    digest: () => null,
    scrypt: () =>
      Promise.reject(new Error("scrypt unsupported at import time")),
    ...given,
  };
}
