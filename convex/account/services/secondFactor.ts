/** The code of a second factor, asked for after the password was right (product.md O12). */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { unseal } from "../../base/services/sealed";
import { stepOfCode } from "./totp";
import { appError, refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import type { Sealed } from "../../base/rules/sealed";
import { hashSecret } from "../../base/rules/secrets";
import { readCode, type Proof } from "../rules/secondFactor";

/** What a sign-in knows of an account when its password was right. */
export type Asked = {
  userId: Id<"users">;
  /** What the try at the password was counted on. */
  counted: { device: Id<"knownDevices"> } | { network: string };
  hasSecondFactor: boolean;
};
/** A code that was right; null where none is needed. The transaction of what it is for uses it up, and may find it used. */
export type Shown = { ok: true; proof: Proof | null };

/** To what a user's secret is sealed. */
export const boundTo = (userId: Id<"users">) => ({
  userId,
  purpose: "secondFactor",
});

/**
 * Whether the code is right. Each try is counted before it is looked at.
 * @throws tooManyRequests
 */
export async function proveCode(
  ctx: Pick<ActionCtx, "runMutation">,
  { userId, counted, hasSecondFactor }: Asked,
  typed: string,
): Promise<Shown | Refused<"codeNeeded" | "codeWrong">> {
  if (!hasSecondFactor) return { ok: true, proof: null };
  if (typed.trim() === "") return refuse("codeNeeded");
  const code = readCode(typed);
  if (code === null) return refuse("codeWrong");
  const secret: Sealed | { retryAfterMs: number } | null =
    await ctx.runMutation(internal.account.signIns.tryCode, {
      userId,
      counted,
    });
  if (secret === null) return { ok: true, proof: null };
  if ("retryAfterMs" in secret) throw appError("tooManyRequests", secret);
  if ("recovery" in code) {
    const recoveryHash = await hashSecret(code.recovery);
    return { ok: true, proof: { recoveryHash } };
  }
  const plain = await unseal(secret, boundTo(userId));
  const step = plain && stepOfCode(plain, code.digits, Date.now());
  return step ? { ok: true, proof: { step } } : refuse("codeWrong");
}
