/**
 * Sign-up, sign-in and sessions with e-mail and password. Sessions and tokens
 * are @convex-dev/auth's; the password flows are our own, because the
 * library's let a sign-up on an existing account guess its password without
 * limit, tell which addresses exist, and hash inside a mutation. The steps
 * that touch the database are in account/current.ts; the library's go through `store`.
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
import { appError } from "./base/rules/errors";
import { cleanText } from "./base/rules/names";
import {
  MAX_PASSWORD,
  normalizeEmail,
  passwordProblem,
} from "./base/rules/password";
import {
  isCurrentHash,
  verifyPassword,
  type HashShare,
} from "./account/rules/passwordHash";
import { STRANGERS } from "./account/rules/secondFactor";
import { signUpRefusal } from "./base/rules/signUp";
import { isTimezone } from "./base/rules/timezones";

type Params = Partial<Record<string, unknown>>;
type Calls = Pick<ActionCtx, "runMutation" | "runQuery">;

const library = convexAuth({
  providers: [
    ConvexCredentials<DataModel>({
      id: "password",
      authorize: async (params, ctx) => {
        if (params.flow === "signUp") return await signUpWith(ctx, params);
        if (params.flow === "signIn") {
          return await signInWith(ctx, params, false);
        }
        if (params.flow === "adminSignIn") {
          return await signInWith(ctx, params, true);
        }
        if (params.flow === "reset") return await resetWith(ctx, params);
        throw appError("invalidInput");
      },
    }),
  ],
});

export const { auth, signOut } = library;

/** The library's steps in the database. Called by `store` alone. */
export const uncheckedStore = library.store;

const tokens = v.object({ token: v.string(), refreshToken: v.string() });

/**
 * Signs in or up with the flow that `params` name, or gives new tokens for a
 * refresh token. The library writes whatever provider a caller names to the
 * log and counts nothing of it: it sees what our pages send and nothing else,
 * and the rest counts as a sign-in.
 */
export const signIn = publicAction({
  args: {
    provider: v.optional(v.string()),
    params: v.optional(v.any()),
    refreshToken: v.optional(v.string()),
    // The library's browser code may send these; nothing reads them.
    verifier: v.optional(v.string()),
    calledBy: v.optional(v.string()),
  },
  returns: v.object({ tokens: v.nullable(tokens) }),
  handler: async (ctx, { provider, params, refreshToken }) => {
    if (provider === "password" && isObject(params)) {
      return await librarySignIn(ctx, { provider, params: formOf(params) });
    }
    if (provider === undefined && mayBeToken(refreshToken)) {
      return await librarySignIn(ctx, { refreshToken });
    }
    const wait: Wait | null = await ctx.runMutation(
      internal.account.signIns.odd,
      {},
    );
    throw wait === null
      ? appError("invalidInput")
      : appError("tooManyRequests", wait);
  },
});

/** The library's own `signIn`: called as a function it would warn of itself, and by its name it would be public. */
const librarySignIn = (
  library.signIn as unknown as {
    _handler: (
      ctx: ActionCtx,
      args: { provider?: string; params?: Form; refreshToken?: string },
    ) => Promise<{ tokens: Infer<typeof tokens> | null }>;
  }
)._handler;

type Form = Record<string, string>;

const FIELDS = [
  "flow",
  "email",
  "password",
  "newPassword",
  "businessName",
  "timezone",
  "device",
  "code",
  "secondCode",
];
/** Characters of a field that are looked at; each field's own bound is less. */
const MAX_FIELD = 1024;
/** More than the two ids that a refresh token is. */
const MAX_REFRESH_TOKEN = 256;

function formOf(params: object): Form {
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] =>
      FIELDS.includes(entry[0]) && typeof entry[1] === "string",
  );
  return Object.fromEntries(
    given.map(([name, value]) => [name, value.slice(0, MAX_FIELD)]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function mayBeToken(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_REFRESH_TOKEN;
}

const ids = { userId: v.id("users"), sessionId: v.id("authSessions") };
const stored = v.union(
  v.null(),
  tokens,
  v.object(ids),
  v.object({ ...ids, tokens: v.nullable(tokens) }),
);

/**
 * What the library calls under this name: only the steps that our flows need.
 * It believes that a refresh token's two ids are what they should be and
 * deletes whatever row the second one names; anybody could empty any table
 * whose ids are known, so here the token has to be one.
 */
export const store = internalMutation({
  args: {
    args: v.union(
      v.object({
        type: v.literal("signIn"),
        userId: v.id("users"),
        sessionId: v.id("authSessions"),
        generateTokens: v.boolean(),
      }),
      v.object({ type: v.literal("signOut") }),
      v.object({ type: v.literal("refreshSession"), refreshToken: v.string() }),
    ),
  },
  returns: stored,
  handler: async (ctx, { args }): Promise<Infer<typeof stored>> => {
    const isForged =
      args.type === "refreshSession" &&
      !(await isRefreshToken(ctx, args.refreshToken));
    if (isForged) return null;
    const isTooMuch =
      args.type === "refreshSession" &&
      !(await countRefresh(ctx, args.refreshToken, Date.now()));
    if (isTooMuch) throw appError("tooManyRequests", { retryAfterMs: null });
    if (args.type === "signOut") await endOwnAdminSession(ctx);
    const done = await ctx.runMutation(internal.auth.uncheckedStore, { args });
    // The library ends the refresh tokens of a replayed one, and leaves the
    // session, with which a stolen access token works on for up to an hour.
    if (done === null && args.type === "refreshSession") {
      await endSessionOf(ctx, args.refreshToken);
    }
    // Its type spans all of the library's steps; `returns` checks the answer.
    return done as Infer<typeof stored>;
  },
});

type SignedIn = { userId: Id<"users">; sessionId: Id<"authSessions"> };

/** The plan that the form names is not read: a new business is on the first plan until it has paid for more. */
async function signUpWith(ctx: Calls, params: Params): Promise<SignedIn> {
  const email = normalizeEmail(text(params.email));
  if (email === null) throw appError("invalidEmail");
  const password = text(params.password);
  const problem = passwordProblem(password);
  if (problem !== null) throw appError(problem);
  const businessName = cleanText(text(params.businessName));
  if (businessName === null) {
    throw appError("businessNameRequired");
  }
  const timezone = text(params.timezone);

  const notHere = signUpRefusal(email, environment());
  if (notHere !== null) throw appError(notHere);

  const device = deviceOf(params);
  const attempt = await ctx.runMutation(internal.account.signIns.attempt, {
    email,
    device,
  });
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const { counted } = attempt;
  const passwordHash = await freshHash(password, hashShare(attempt));
  const userId = await ctx.runMutation(internal.account.current.create, {
    email,
    passwordHash,
    businessName,
    timezone: isTimezone(timezone) ? timezone : "UTC",
  });
  // An existing account is never signed in from here, whatever the password.
  // Guard untested: without it `accepted` finds no account with this fresh hash, and refuses as well.
  if (userId === null) throw appError("signUpFailed");
  const right = { email, counted, device, passwordHash, newHash: null };
  const sessionId = await ctx.runMutation(
    internal.account.signIns.accepted,
    right,
  );
  // Guard untested: the account is a moment old: it has this hash and no second factor.
  if (sessionId === null || sessionId === "codeWrong") {
    throw appError("signUpFailed");
  }
  return { userId, sessionId };
}

/**
 * Every wrong try reads the same and takes as long, whether the address exists or not.
 * @param asAdmin into the portal: no session begins for who is no admin (product.md O10)
 */
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
  const attempt = await ctx.runMutation(internal.account.signIns.attempt, {
    email,
    device,
  });
  // Counted by address, whether it has an account or not: this tells nothing about it.
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const { userId, passwordHash, counted } = attempt;
  const share = hashShare(attempt);
  const right = await verifyPassword(password, passwordHash, share);
  if (
    !right ||
    // Guard untested: without an account no password is right; the check is for the type.
    userId === null ||
    // Guard untested: no password is right for an account without one.
    passwordHash === null
  ) {
    throw appError("invalidCredentials");
  }
  if (asAdmin && !attempt.mayAdminister) throw appError("notAdmin");
  const { hasSecondFactor } = attempt;
  const asked = { userId, counted, hasSecondFactor };
  const shown = await proveCode(ctx, asked, text(params.code));
  if (!shown.ok) {
    // Nobody has guessed anything yet: the try is given back.
    if (shown.code === "codeNeeded") {
      await ctx.runMutation(internal.account.signIns.uncount, {
        email,
        counted,
      });
    }
    throw appError(shown.code);
  }
  const newHash = isCurrentHash(passwordHash)
    ? null
    : await freshHash(password, share);
  const { proof } = shown;
  const accepted = { email, counted, device, passwordHash, newHash, proof };
  const sessionId = await ctx.runMutation(internal.account.signIns.accepted, {
    ...accepted,
    asAdmin,
  });
  if (sessionId === "codeWrong") throw appError("codeWrong");
  // Changed in this very moment, perhaps only hashed anew: looked at once more.
  if (sessionId === null) return await signInWith(ctx, params, asAdmin);
  return { userId, sessionId };
}

/**
 * A code from the e-mail and a new password, and the code of the second factor where there is one. Ends every session of the user
 * and begins this one. Every failure reads the same and takes as long.
 */
async function resetWith(ctx: Calls, params: Params): Promise<SignedIn> {
  const email = normalizeEmail(text(params.email));
  const newPassword = text(params.newPassword);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw appError(problem);
  // As people copy it: '1234 5678'.
  const code = text(params.code).replace(/\s/g, "");
  if (email === null || !/^\d{8}$/.test(code)) throw wrongCode();
  const device = deviceOf(params);
  const attempt = await ctx.runMutation(internal.account.current.resetAttempt, {
    email,
    device,
  });
  if ("retryAfterMs" in attempt) throw appError("tooManyRequests", attempt);
  const share = hashShare(attempt);
  const codeHash = await hashOfCode(code, email, share);
  const right = attempt.codes.find((one) => one.codeHash === codeHash);
  if (right === undefined) throw wrongCode();
  const { resetId } = right;
  const who = await ctx.runQuery(internal.account.current.resetter, {
    resetId,
  });
  // Guard untested: finishReset refuses a code that was used meanwhile as well; this saves the hash.
  if (who === null) throw wrongCode();
  const asked = { ...who, counted: STRANGERS };
  const shown = await proveCode(ctx, asked, text(params.secondCode));
  if (!shown.ok) throw appError(shown.code);
  const newHash = await freshHash(newPassword, share);
  const { proof } = shown;
  const given = { resetId, newHash, device, proof };
  const signedIn = await ctx.runMutation(
    internal.account.current.finishReset,
    given,
  );
  if (signedIn === "codeWrong") throw appError("codeWrong");
  if (signedIn === null) throw wrongCode();
  return signedIn;
}

function hashShare({ share }: { share: string[] }): HashShare {
  const [group = "", member = ""] = share;
  return [group, member];
}

function wrongCode() {
  return appError("resetCodeWrong");
}

/** The secret of the browser, if it has one. */
function deviceOf(params: Params): string | null {
  return typeof params.device === "string" ? params.device : null;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
