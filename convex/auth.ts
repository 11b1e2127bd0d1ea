/**
 * Sign-up, sign-in and sessions. Sessions and tokens come from @convex-dev/auth; the password flows are ours. The
 * library's lets a caller guess without limit, reveals which addresses exist, and hashes inside a mutation.
 */
import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import { convexAuth } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { DataModel, Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import {
  countRefresh,
  endOwnAdminSession,
  endSessionOf,
  isRefreshToken,
} from "./account/data/sessions";
import { proveCode } from "./account/services/secondFactor";
import type { Wait } from "./base/data/rateLimits";
import { internalMutation, publicAction } from "./functions";
import { environment } from "./base/services/env";
import { freshHash } from "./account/services/randomness";
import { hashOfCode } from "./account/services/resetCodes";
import { typedCode } from "./base/rules/digits";
import { appError } from "./base/rules/errors";
import { cleanText } from "./base/rules/names";
import {
  MAX_PASSWORD,
  normalizeEmail,
  passwordProblem,
} from "./base/rules/password";
import { isCurrentHash, verifyPassword } from "./account/rules/passwordHash";
import { STRANGERS } from "./account/rules/secondFactor";
import { formOf, type Form } from "./account/rules/signInForm";
import { signUpRefusal } from "./base/rules/signUp";
import { isTimezone } from "./base/rules/timezones";

type Params = Partial<Record<string, unknown>>;
type Calls = Pick<ActionCtx, "runMutation" | "runQuery">;
const { current, signIns } = internal.account;

const library = convexAuth({
  providers: [
    ConvexCredentials<DataModel>({
      id: "password",
      authorize: async (params, ctx) => {
        const { flow } = params;
        if (flow === "signUp") return await signUpWith(ctx, params);
        if (flow === "signIn") return await signInWith(ctx, params, false);
        if (flow === "adminSignIn") return await signInWith(ctx, params, true);
        if (flow === "reset") return await resetWith(ctx, params);
        if (flow === "invited") return await joinWith(ctx, params);
        if (flow === "tablet") return await pairWith(ctx, params);
        throw appError("invalidInput");
      },
    }),
  ],
});

export const { auth, signOut } = library;

/** The library's database steps. Called only by `store`. */
export const uncheckedStore = library.store;

const tokens = v.object({ token: v.string(), refreshToken: v.string() });

/**
 * Signs in or up with the flow in `params`, or exchanges a refresh token. The library counts nothing, so it gets only
 * what our pages send. Anything else counts as a sign-in.
 */
export const signIn = publicAction({
  args: {
    provider: v.optional(v.string()),
    params: v.optional(v.any()),
    refreshToken: v.optional(v.string()),
    // The library's browser code may send these, but nothing reads them.
    verifier: v.optional(v.string()),
    calledBy: v.optional(v.string()),
  },
  returns: v.object({ tokens: v.nullable(tokens) }),
  handler: async (ctx, { provider, params, refreshToken }) => {
    const isForm = typeof params === "object" && params !== null;
    if (provider === "password" && isForm) {
      const form = formOf(params as object);
      return await librarySignIn(ctx, { provider, params: form });
    }
    const mayBeToken = (refreshToken?.length ?? Infinity) <= MAX_REFRESH_TOKEN;
    if (provider === undefined && refreshToken && mayBeToken) {
      return await librarySignIn(ctx, { refreshToken });
    }
    const wait: Wait | null = await ctx.runMutation(signIns.odd, {});
    throw wait === null
      ? appError("invalidInput")
      : appError("tooManyRequests", wait);
  },
});

/** The library's own `signIn`. A direct call logs a warning, and an export by name would make it public. */
const librarySignIn = (
  library.signIn as unknown as {
    _handler: (
      ctx: ActionCtx,
      args: { provider?: string; params?: Form; refreshToken?: string },
    ) => Promise<{ tokens: Infer<typeof tokens> | null }>;
  }
)._handler;

/** More than the two ids of a refresh token. */
const MAX_REFRESH_TOKEN = 256;

const ids = { userId: v.id("users"), sessionId: v.id("authSessions") };
const stored = v.union(
  v.null(),
  tokens,
  v.object(ids),
  v.object({ ...ids, tokens: v.nullable(tokens) }),
);

/**
 * The function that the library calls; allows only our flows' steps. The library deletes the row that a refresh token's
 * second id names, of any table, so the token is checked here.
 */
export const store = internalMutation({
  args: {
    args: v.union(
      v.object({
        type: v.literal("signIn"),
        ...ids,
        generateTokens: v.boolean(),
      }),
      v.object({ type: v.literal("signOut") }),
      v.object({ type: v.literal("refreshSession"), refreshToken: v.string() }),
    ),
  },
  returns: stored,
  handler: async (ctx, { args }): Promise<Infer<typeof stored>> => {
    if (args.type === "refreshSession") {
      const { refreshToken } = args;
      if (!(await isRefreshToken(ctx, refreshToken))) return null;
      const mayGoOn = await countRefresh(ctx, refreshToken, Date.now());
      if (!mayGoOn) throw appError("tooManyRequests", { retryAfterMs: null });
    }
    if (args.type === "signOut") await endOwnAdminSession(ctx);
    const done = await ctx.runMutation(internal.auth.uncheckedStore, { args });
    // The library ends a replayed token's refresh tokens but not the session: a stolen access token would still work.
    if (done === null && args.type === "refreshSession") {
      await endSessionOf(ctx, args.refreshToken);
    }
    // Its type covers all of the library's steps; `returns` checks the answer.
    return done as Infer<typeof stored>;
  },
});

type SignedIn = { userId: Id<"users">; sessionId: Id<"authSessions"> };

/** Ignores the plan in the form: a new business has the first plan until it pays for more. */
async function signUpWith(ctx: Calls, params: Params): Promise<SignedIn> {
  const email = normalizeEmail(text(params.email));
  if (email === null) throw appError("invalidEmail");
  const password = text(params.password);
  const problem = passwordProblem(password);
  if (problem !== null) throw appError(problem);
  const businessName = cleanText(text(params.businessName));
  if (businessName === null) throw appError("businessNameRequired");
  const zone = text(params.timezone);
  const timezone = isTimezone(zone) ? zone : "UTC";
  const notHere = signUpRefusal(email, environment());
  if (notHere !== null) throw appError(notHere);
  const device = deviceOf(params);
  const attempt = await ctx.runMutation(signIns.attempt, { email, device });
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const { counted } = attempt;
  const passwordHash = await freshHash(password, attempt.share);
  const account = { email, passwordHash, businessName, timezone };
  const userId = await ctx.runMutation(current.create, account);
  // Sign-up never signs in to an existing account, whatever the password.
  // Guard untested: without it `accepted` finds no account with this fresh hash, and refuses as well.
  if (userId === null) throw appError("signUpFailed");
  const right = { email, counted, device, passwordHash, newHash: null };
  const sessionId = await ctx.runMutation(signIns.accepted, right);
  // Guard untested: the account is a moment old: it has this hash and no second factor.
  if (sessionId === null || sessionId === "codeWrong") {
    throw appError("signUpFailed");
  }
  return { userId, sessionId };
}

/** An invited person sets their first password. The address is the invitation's (product.md R2). */
async function joinWith(ctx: Calls, params: Params): Promise<SignedIn> {
  const password = text(params.password);
  const problem = passwordProblem(password);
  if (problem !== null) throw appError(problem);
  const { invitations } = internal.team;
  const secret = text(params.invitation);
  const email = await ctx.runQuery(invitations.addressOf, { secret });
  if (email === null) throw appError("invitationGone");
  const device = deviceOf(params);
  const attempt = await ctx.runMutation(signIns.attempt, { email, device });
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const passwordHash = await freshHash(password, attempt.share);
  const given = { secret, passwordHash, device };
  const joined = await ctx.runMutation(invitations.acceptNew, given);
  if ("userId" in joined) return joined;
  throw joined.code === "teamFull"
    ? appError(joined.code, { limit: joined.limit })
    : appError(joined.code);
}

/** A shop's tablet signs in with the code that its owner or manager made (product.md R8). */
async function pairWith(ctx: Calls, params: Params): Promise<SignedIn> {
  const wait: Wait | null = await ctx.runMutation(signIns.odd, {});
  if (wait !== null) throw appError("tooManyRequests", wait);
  const { pair } = internal.team.tablets;
  const code = text(params.code);
  const paired: SignedIn | null = await ctx.runMutation(pair, { code });
  if (paired === null) throw appError("pairingCodeWrong");
  return paired;
}

/** Every wrong attempt gets the same answer in the same time. `asAdmin`: to the portal (product.md O10). */
async function signInWith(
  ctx: Calls,
  params: Params,
  asAdmin: boolean,
): Promise<SignedIn> {
  const email = normalizeEmail(text(params.email));
  const password = text(params.password);
  if (email === null || password.length > MAX_PASSWORD) {
    throw appError("invalidCredentials");
  }
  const device = deviceOf(params);
  const attempt = await ctx.runMutation(signIns.attempt, { email, device });
  // Counted per address, with or without an account, so it reveals nothing.
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const { userId, passwordHash, counted } = attempt;
  const share = attempt.share;
  const isRight = await verifyPassword(password, passwordHash, share);
  if (
    !isRight ||
    // Guard untested: without an account no password is right; the check is for the type.
    userId === null ||
    // Guard untested: no password is right for an account without one.
    passwordHash === null
  ) {
    throw appError("invalidCredentials");
  }
  if (asAdmin && !attempt.mayAdminister) throw appError("notAdmin");
  const asked = { ...attempt, userId };
  const shown = await proveCode(ctx, asked, text(params.code));
  if (!shown.ok) {
    // Nothing was guessed yet, so give the attempt back.
    if (shown.code === "codeNeeded") {
      await ctx.runMutation(signIns.uncount, { email, counted });
    }
    throw appError(shown.code);
  }
  const newHash = isCurrentHash(passwordHash)
    ? null
    : await freshHash(password, share);
  const { proof } = shown;
  const right = { email, counted, device, passwordHash, newHash, proof };
  const given = { ...right, asAdmin };
  const sessionId = await ctx.runMutation(signIns.accepted, given);
  if (sessionId === "codeWrong") throw appError("codeWrong");
  // The password or its hash changed at this moment; try once more.
  if (sessionId === null) return await signInWith(ctx, params, asAdmin);
  return { userId, sessionId };
}

/** Resets the password and begins a session. Every failure gets the same answer in the same time. */
async function resetWith(ctx: Calls, params: Params): Promise<SignedIn> {
  const email = normalizeEmail(text(params.email));
  const newPassword = text(params.newPassword);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw appError(problem);
  // Users may copy it with a space: '1234 5678'.
  const code = typedCode(text(params.code));
  if (email === null || !/^\d{8}$/.test(code)) throw wrongCode();
  const device = deviceOf(params);
  const tried = { email, device };
  const attempt = await ctx.runMutation(current.resetAttempt, tried);
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const share = attempt.share;
  const codeHash = await hashOfCode(code, email);
  const right = attempt.codes.find((one) => one.codeHash === codeHash);
  if (right === undefined) throw wrongCode();
  const { resetId } = right;
  const who = await ctx.runQuery(current.resetter, { resetId });
  // Guard untested: finishReset refuses a code that was used in the meantime as well; this saves the hash.
  if (who === null) throw wrongCode();
  const asked = { ...who, counted: STRANGERS };
  const shown = await proveCode(ctx, asked, text(params.secondCode));
  if (!shown.ok) throw appError(shown.code);
  const newHash = await freshHash(newPassword, share);
  const given = { resetId, newHash, device, proof: shown.proof };
  const signedIn = await ctx.runMutation(current.finishReset, given);
  if (signedIn === "codeWrong") throw appError("codeWrong");
  if (signedIn === null) throw wrongCode();
  return signedIn;
}

const wrongCode = () => appError("resetCodeWrong");

function deviceOf(params: Params): string | null {
  return typeof params.device === "string" ? params.device : null;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
