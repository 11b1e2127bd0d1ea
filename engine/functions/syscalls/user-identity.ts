/** `ctx.auth`: the caller's identity. Tokens are verified earlier. */
import { UserError } from "../../values/user-error.ts";
import type { Execution } from "../running/execution.ts";
import type { Caller, UserIdentity } from "../function-types.ts";

/** `{}` → the identity or null */
export function getUserIdentity(execution: Execution): string {
  execution.call.identityRead = true;
  return JSON.stringify(identityOf(execution.caller));
}

/** @throws UserError when the caller's credentials were rejected. */
export function identityOf(caller: Caller): UserIdentity | null {
  switch (caller.kind) {
    case "user":
      return caller.identity;
    case "admin":
      return caller.actingAs ?? null;
    case "anonymous":
      if (caller.refusal !== undefined) throw new UserError(caller.refusal);
      return null;
    case "system":
      return null;
  }
}
