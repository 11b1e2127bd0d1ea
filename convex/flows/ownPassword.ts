/** Asking somebody who is signed in for their password, before something that a found phone must not do. */
import { internal } from "../_generated/api";
import { appError, refuse } from "../model/errors";
import { MAX_PASSWORD } from "../model/password";
import { verifyPassword } from "../model/passwordHash";
import type { Refused } from "../model/refusals";
import type { Calls } from "./stripeCalls";

/**
 * Whether it is their password. Wrong tries count like those of a sign-in.
 * @param given `email` they sign in with, `device` the browser's secret
 * @throws tooManyRequests
 */
export async function checkPassword(
  ctx: Calls,
  given: { email: string; password: string; device: string | null },
): Promise<{ ok: true } | Refused<"passwordWrong">> {
  const { email, password, device } = given;
  if (password.length > MAX_PASSWORD) return refuse("passwordWrong");
  const attempt = await ctx.runMutation(internal.signIns.attempt, {
    email,
    device,
  });
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const { passwordHash, counted, share } = attempt;
  const [group = "", member = ""] = share;
  if (!(await verifyPassword(password, passwordHash, [group, member]))) {
    return refuse("passwordWrong");
  }
  await ctx.runMutation(internal.signIns.uncount, { email, counted });
  return { ok: true };
}
