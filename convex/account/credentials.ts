/** Changes password and e-mail address, and proves the address. product.md A11, A12, A14 */
import { v, type Infer } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { ensureActing, ensureUser } from "./data/access";
import { ownEmail } from "./data/accounts";
import {
  changeEmail,
  keepChange,
  requestChange,
  tryChange,
  waitingChange,
} from "./data/emailChanges";
import { replacePassword } from "./data/passwordResets";
import { waitValidator, type Wait } from "../base/data/rateLimits";
import { sendMail } from "../mail/services/mails";
import { checkPassword } from "./services/ownPassword";
import {
  internalAction,
  internalMutation,
  internalQuery,
  userAction,
} from "../functions";
import { environment } from "../base/services/env";
import { freshHash, resetCode } from "./services/randomness";
import { hashOfCode } from "./services/resetCodes";
import { typedCode } from "../base/rules/digits";
import { refuse } from "../base/rules/errors";
import { emailChangedMail, newEmailMail, ownEmailMail } from "./rules/mails";
import { normalizeEmail, passwordProblem } from "../base/rules/password";
import { doneOr, type Done } from "../base/rules/refusals";

const { credentials } = internal.account;
const changed = doneOr(
  "passwordWrong",
  "weakPassword",
  "commonPassword",
  "passwordTooLong",
);
const begun = doneOr(
  "invalidEmail",
  "emailSame",
  "mailOff",
  "passwordWrong",
  "tooManyRequests",
);
const password = v.string();
const device = v.nullable(v.string());

/** Sets a new password. Ends all other sessions and forgets all other browsers. */
export const changePassword = userAction({
  args: { password, newPassword: v.string(), device },
  returns: changed,
  handler: async (
    ctx,
    { newPassword, ...given },
  ): Promise<Infer<typeof changed>> => {
    const problem = passwordProblem(newPassword);
    if (problem !== null) return refuse(problem);
    const email: string = await ctx.runQuery(credentials.email, {});
    const checked = await checkPassword(ctx, { email, ...given });
    if (!checked.ok) return checked;
    const newHash = await freshHash(newPassword, [
      "newPasswords",
      ctx.user.userId,
    ]);
    const { device } = given;
    await ctx.runMutation(credentials.passwordChanged, { newHash, device });
    return { ok: true };
  },
});

/** Sends a code to a new address unless it is taken; the answer is always the same. */
export const startEmailChange = userAction({
  args: { email: v.string(), password, device },
  returns: begun,
  handler: async (
    ctx,
    { email: typed, ...given },
  ): Promise<Infer<typeof begun>> => {
    const email = normalizeEmail(typed);
    if (email === null) return refuse("invalidEmail");
    if (environment().mail === null) return refuse("mailOff");
    const now: string = await ctx.runQuery(credentials.email, {});
    if (email === now) return refuse("emailSame");
    const checked = await checkPassword(ctx, { email: now, ...given });
    return checked.ok ? await askFor(ctx, email) : checked;
  },
});

/** Sends a code to the caller's own address, to prove it (product.md A14). */
export const startEmailProof = userAction({
  args: {},
  returns: doneOr("mailOff", "tooManyRequests"),
  handler: async (ctx): Promise<Done<"mailOff" | "tooManyRequests">> => {
    if (environment().mail === null) return refuse("mailOff");
    return await askFor(ctx, null);
  },
});

async function askFor(
  ctx: Pick<ActionCtx, "runMutation">,
  email: string | null,
): Promise<Done<"tooManyRequests">> {
  const args = { email };
  const wait: Wait | null = await ctx.runMutation(credentials.emailAsked, args);
  return wait === null ? { ok: true } : refuse("tooManyRequests", wait);
}

/** Takes the code and marks the address as proven. A new address replaces the old one, which is notified. */
export const finishEmailChange = userAction({
  args: { code: v.string() },
  returns: doneOr("resetCodeWrong"),
  handler: async (ctx, { code: typed }): Promise<Done<"resetCodeWrong">> => {
    const code = typedCode(typed);
    if (!/^\d{8}$/.test(code)) return refuse("resetCodeWrong");
    const change: Infer<typeof tried> = await ctx.runMutation(
      credentials.emailTried,
      {},
    );
    if (change === null) return refuse("resetCodeWrong");
    const { changeId, email, codeHash } = change;
    if ((await hashOfCode(code, email)) !== codeHash) {
      return refuse("resetCodeWrong");
    }
    const right = { changeId };
    const done: boolean = await ctx.runMutation(credentials.emailProved, right);
    return done ? { ok: true } : refuse("resetCodeWrong");
  },
});

/** The address with which the caller signs in. @throws viewingOnly for an admin who views a business */
export const email = internalQuery({
  args: {},
  returns: v.string(),
  handler: async (ctx) => await ownEmail(ctx, (await ensureActing(ctx)).userId),
});

/** Sets the new password. A live session proves that no one replaced the old one in the meantime. @throws notSignedIn */
export const passwordChanged = internalMutation({
  args: { newHash: v.string(), device },
  returns: v.null(),
  handler: async (ctx, given) => {
    const { userId } = await ensureUser(ctx);
    await replacePassword(ctx, userId, given, Date.now());
  },
});

/** Counts the request and schedules the code, whether the address is taken or not; null: the account's own. */
export const emailAsked = internalMutation({
  args: { email: v.nullable(v.string()) },
  returns: v.nullable(waitValidator),
  handler: async (ctx, { email: typed }) => {
    const { userId } = await ensureActing(ctx);
    const email = typed ?? (await ownEmail(ctx, userId));
    return await requestChange(ctx, { userId, email }, Date.now());
  },
});

/** Makes and sends a code unless another account has the address. The code is in no row and no argument. */
export const sendEmailCode = internalAction({
  args: { changeId: v.id("emailChanges") },
  returns: v.null(),
  handler: async (ctx, { changeId }) => {
    const { mail } = environment();
    if (mail === null) return;
    const email = await ctx.runQuery(credentials.emailWaiting, { changeId });
    if (email === null) return;
    const code = resetCode();
    const codeHash = await hashOfCode(code, email);
    const made = { changeId, codeHash };
    const kept = await ctx.runMutation(credentials.keepEmailCode, made);
    if (kept === null) return;
    const text = kept === "own" ? ownEmailMail(code) : newEmailMail(code);
    await sendMail(ctx, mail, email, text);
  },
});

/** The address of a row; null if the request was withdrawn or replaced. */
export const emailWaiting = internalQuery({
  args: { changeId: v.id("emailChanges") },
  returns: v.nullable(v.string()),
  handler: async (ctx, { changeId }) => await waitingChange(ctx, changeId),
});

/** Whether the address is the user's own or new; null if another account has it. */
export const keepEmailCode = internalMutation({
  args: { changeId: v.id("emailChanges"), codeHash: v.string() },
  returns: v.nullable(oneOf("own", "new")),
  handler: async (ctx, given) => await keepChange(ctx, given, Date.now()),
});

const tried = v.nullable(
  v.object({
    changeId: v.id("emailChanges"),
    email: v.string(),
    codeHash: v.string(),
  }),
);

/** Counts one guess, and returns the expected hash; null if no code is open. */
export const emailTried = internalMutation({
  args: {},
  returns: tried,
  handler: async (ctx) => {
    const { userId } = await ensureActing(ctx);
    return await tryChange(ctx, userId, Date.now());
  },
});

/** After the right code. False if it was used, or the address was taken in the meantime. */
export const emailProved = internalMutation({
  args: { changeId: v.id("emailChanges") },
  returns: v.boolean(),
  handler: async (ctx, { changeId }) => {
    const { userId } = await ensureActing(ctx);
    return await changeEmail(ctx, userId, changeId, Date.now());
  },
});

/** Notifies the address that an account had, in case the change was not its owner's. */
export const mailLeft = internalAction({
  args: { changeId: v.id("emailChanges") },
  returns: v.null(),
  handler: async (ctx, { changeId }) => {
    const left = await ctx.runQuery(credentials.emailWaiting, { changeId });
    if (left !== null) await tellOld(ctx, left);
  },
});

/** Of waiting jobs of earlier versions. */
export const tellOldAddress = internalAction({
  args: { to: v.string() },
  returns: v.null(),
  handler: async (ctx, { to }) => await tellOld(ctx, to),
});

async function tellOld(ctx: ActionCtx, to: string): Promise<void> {
  const { mail } = environment();
  if (mail !== null) await sendMail(ctx, mail, to, emailChangedMail());
}
