/** Asks for a second factor's code after the right password (product.md O12). */
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

/** What a sign-in knows of an account after the right password. */
export type Asked = {
  userId: Id<"users">;
  /** What the password attempt was counted on. */
  counted: { device: Id<"knownDevices"> } | { network: string };
  hasSecondFactor: boolean;
};
/** A right code; null if none is needed. The transaction that needs it uses it up. */
export type Shown = { ok: true; proof: Proof | null };

/** The context to which a user's secret is sealed. */
export const boundTo = (userId: string) => ({
  userId,
  purpose: "secondFactor",
});

/** Checks the code, after counting the attempt. @throws tooManyRequests */
export async function proveCode(
  ctx: Pick<ActionCtx, "runMutation">,
  { userId, counted, hasSecondFactor }: Asked,
  typed: string,
): Promise<Shown | Refused<"codeNeeded" | "codeWrong">> {
  if (!hasSecondFactor) return { ok: true, proof: null };
  if (typed.trim() === "") return refuse("codeNeeded");
  const code = readCode(typed);
  if (code === null) return refuse("codeWrong");
  const { signIns } = internal.account;
  const secret: Sealed | { retryAfterMs: number } | null =
    await ctx.runMutation(signIns.tryCode, { userId, counted });
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
