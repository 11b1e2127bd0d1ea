/** Invitations to a shop's team. product.md R2 */
import { v, type Infer } from "convex/values";
import { oneOf } from "../base/rules/oneOf";
import { internal } from "../_generated/api";
import {
  ensureActing,
  ensureProven,
  ensureSubscriber,
} from "../account/data/access";
import { accountOf, createUser, ownEmail } from "../account/data/accounts";
import { rememberDevice } from "../account/data/knownDevices";
import { beginSession, currentSession } from "../account/data/sessions";
import { urlSecret } from "../account/services/randomness";
import { refuse } from "../base/rules/errors";
import { normalizeEmail } from "../base/rules/password";
import { doneOr, doneWith, refused } from "../base/rules/refusals";
import { hashSecret } from "../base/rules/secrets";
import { environment } from "../base/services/env";
import { findBusiness } from "../business/data/businesses";
import { tabletOf } from "../business/data/members";
import {
  internalMutation,
  internalQuery,
  managerAction,
  managerMutation,
  publicQuery,
  userMutation,
} from "../functions";
import { sendMail } from "../mail/services/mails";
import {
  invitationFor,
  joinTeam,
  keepInvitation,
  revokeInvitation,
  roomFor,
} from "./data/inviting";
import { boundTo, personNameProblems } from "./data/people";
import { invitationMail, invitationUrl } from "./rules/mails";
import { givenRoleValidator } from "../business/rules/validators";

const refusals = ["inTeam", "teamFull", ...personNameProblems] as const;
const invited = doneWith(
  {
    /** To pass on, on a server without mail; null: it was mailed. */
    url: v.nullable(v.string()),
  },
  "invalidEmail",
  "invitationNotSent",
  ...refusals,
);
const kept = doneWith({ shop: v.string(), name: v.string() }, ...refusals);
const joinRefusals = [
  "invitationGone",
  "invitationForOther",
  "hasOwnShop",
  "worksElsewhere",
  "teamFull",
] as const;

/** Invites an address; again, with a new link, while the first is open. @throws notAllowed, notSubscribed, emailUnproven, tooManyRequests */
export const invite = managerAction({
  args: { email: v.string(), name: v.string(), role: givenRoleValidator },
  returns: invited,
  handler: async (
    ctx,
    { email: typed, name, role },
  ): Promise<Infer<typeof invited>> => {
    const email = normalizeEmail(typed);
    if (email === null) return refuse("invalidEmail");
    const { mail, siteUrl } = environment();
    const secret = urlSecret();
    const made: Infer<typeof kept> = await ctx.runMutation(
      internal.team.invitations.keep,
      { email, name, role, secretHash: await hashSecret(secret) },
    );
    if (!made.ok) return made;
    const url = invitationUrl(siteUrl, secret);
    if (mail === null) return { ok: true, url };
    const letter = { shop: made.shop, name: made.name, role, url };
    try {
      await sendMail(ctx, mail, email, invitationMail(letter));
    } catch {
      return refuse("invitationNotSent");
    }
    return { ok: true, url: null };
  },
});

/** Stores the invitation before its mail is sent. */
export const keep = internalMutation({
  args: {
    email: v.string(),
    name: v.string(),
    role: givenRoleValidator,
    secretHash: v.string(),
  },
  returns: kept,
  handler: async (ctx, given) => {
    const staff = await ensureSubscriber(ctx);
    const { mail } = environment();
    await ensureProven(ctx, { mail });
    const isMailed = mail !== null;
    const at = { ...ctx, ...staff };
    return await keepInvitation(at, { ...given, isMailed }, Date.now());
  },
});

/** @throws notFound, notAllowed for a role that is not below the caller's */
export const revoke = managerMutation({
  args: { invitationId: v.string() },
  returns: v.null(),
  handler: async (ctx, { invitationId }) =>
    await revokeInvitation(ctx, invitationId),
});

/** `none`: the address has no account; `other`: someone else is signed in; `ready`: may accept. */
const caller = oneOf(
  "none",
  "signedOut",
  "other",
  "ready",
  "hasOwnShop",
  "worksElsewhere",
);

/** What the link's page shows. Null: used, withdrawn, late, or never made. */
export const look = publicQuery({
  args: { secret: v.string() },
  returns: v.nullable(
    v.object({
      businessName: v.string(),
      name: v.string(),
      email: v.string(),
      role: givenRoleValidator,
      /** Later, it cannot be accepted. */
      expiresAt: v.number(),
      caller,
    }),
  ),
  handler: async (ctx, { secret }) => {
    const row = await invitationFor(ctx, secret);
    const business = row && (await findBusiness(ctx, row.businessId));
    if (!row || !business) return null;
    const { email, name, role, expiresAt } = row;
    return {
      ...{ businessName: business.name, name, email, role, expiresAt },
      caller: await callerOf(),
    };

    async function callerOf(): Promise<Infer<typeof caller>> {
      const session = await currentSession(ctx);
      if (session !== null) {
        const { userId } = session;
        if ((await tabletOf(ctx, userId)) !== null) return "other";
        if ((await ownEmail(ctx, userId)) !== email) return "other";
        return (await boundTo(ctx, userId)) ?? "ready";
      }
      return (await accountOf(ctx, email)) === null ? "none" : "signedOut";
    }
  },
});

/** The signed-in user with the invited address joins the shop. @throws viewingOnly for an admin who views a business */
export const accept = userMutation({
  args: { secret: v.string() },
  returns: doneOr(...joinRefusals),
  handler: async (ctx, { secret }) => {
    const now = Date.now();
    const { userId } = await ensureActing(ctx);
    const room = await roomFor(ctx, await invitationFor(ctx, secret), now);
    if (!room.ok) return room;
    if ((await ownEmail(ctx, userId)) !== room.row.email) {
      return refuse("invitationForOther");
    }
    const bound = await boundTo(ctx, userId);
    if (bound !== null) return refuse(bound);
    await joinTeam(ctx, room, userId, now);
    return { ok: true as const };
  },
});

/** The address that an invitation is for, late ones too; null for none. For auth.ts. */
export const addressOf = internalQuery({
  args: { secret: v.string() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { secret }) =>
    (await invitationFor(ctx, secret))?.email ?? null,
});

/** Makes an account for the invited address, which joins the shop. For auth.ts. */
export const acceptNew = internalMutation({
  args: {
    secret: v.string(),
    passwordHash: v.string(),
    device: v.nullable(v.string()),
  },
  returns: v.union(
    v.object({ userId: v.id("users"), sessionId: v.id("authSessions") }),
    refused("invitationGone", "teamFull"),
  ),
  handler: async (ctx, { secret, passwordHash, device }) => {
    const now = Date.now();
    const room = await roomFor(ctx, await invitationFor(ctx, secret), now);
    if (!room.ok) return room;
    const userId = await createUser(ctx, room.row.email, passwordHash);
    // The address got an account in the meantime; it can accept after signing in.
    if (userId === null) return refuse("invitationGone");
    await joinTeam(ctx, room, userId, now);
    await rememberDevice(ctx, userId, device);
    return { userId, sessionId: await beginSession(ctx, userId, now) };
  },
});
