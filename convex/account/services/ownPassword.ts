/** Asks a signed-in user for their password, before actions that a stolen phone must not allow. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { appError, refuse } from "../../base/rules/errors";
import { MAX_PASSWORD } from "../../base/rules/password";
import { verifyPassword } from "../rules/passwordHash";
import type { Refused } from "../../base/rules/refusals";
import { proveCode, type Asked, type Shown } from "./secondFactor";
import type { Calls } from "../../billing/services/stripeCalls";

type Checked = { ok: true } & Omit<Asked, "userId">;

/** Checks the password. Wrong attempts count like those of a sign-in. @throws tooManyRequests */
export async function checkPassword(
  ctx: Calls,
  given: { email: string; password: string; device: string | null },
): Promise<Checked | Refused<"passwordWrong">> {
  const { email, password, device } = given;
  if (password.length > MAX_PASSWORD) return refuse("passwordWrong");
  const { signIns } = internal.account;
  const attempt = await ctx.runMutation(signIns.attempt, { email, device });
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const { passwordHash, counted, share, hasSecondFactor } = attempt;
  const [group = "", member = ""] = share;
  if (!(await verifyPassword(password, passwordHash, [group, member]))) {
    return refuse("passwordWrong");
  }
  await ctx.runMutation(signIns.uncount, { email, counted });
  return { ok: true, counted, hasSecondFactor };
}

/** Checks the password, and the second factor's code if there is one (product.md O12). @throws tooManyRequests */
export async function checkPerson(
  ctx: Calls,
  given: {
    userId: Id<"users">;
    email: string;
    password: string;
    code: string;
    device: string | null;
  },
): Promise<
  | (Shown & Pick<Asked, "counted">)
  | Refused<"passwordWrong" | "codeNeeded" | "codeWrong">
> {
  const { userId, code, ...known } = given;
  const checked = await checkPassword(ctx, known);
  if (!checked.ok) return checked;
  const shown = await proveCode(ctx, { ...checked, userId }, code);
  return shown.ok ? { ...shown, counted: checked.counted } : shown;
}
