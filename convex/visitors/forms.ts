/** The forms of the front page: demo requests and newsletter addresses. Called only by http.ts. */
import { v } from "convex/values";
import { keepAddress, keepDemoRequest } from "./data/forms";
import { internalMutation } from "../functions";
import { callerOf } from "../base/services/caller";
import { isTrapped, readDemoRequest } from "./rules/forms";
import { refuse } from "../base/rules/errors";
import { normalizeEmail } from "../base/rules/password";
import { doneOr } from "../base/rules/refusals";

/** A form's texts by field name; unknown fields are ignored. */
const fieldsValidator = v.record(v.string(), v.string());

/** Stores a demo request. A bot's request gets the same answer and is not stored. */
export const request = internalMutation({
  args: { fields: fieldsValidator },
  returns: doneOr("invalidInput", "invalidEmail", "tooManyRequests"),
  handler: async (ctx, { fields }) => {
    if (isTrapped(fields)) return { ok: true as const };
    const given = readDemoRequest(fields);
    if (typeof given === "string") return refuse(given);
    const { ip } = await ctx.meta.getRequestMetadata();
    const caller = await callerOf(ip);
    const wait = await keepDemoRequest(ctx, given, caller, Date.now());
    return wait === null
      ? { ok: true as const }
      : refuse("tooManyRequests", wait);
  },
});

/** Adds an address to the newsletter's list. The answer is the same whether it was listed or not. */
export const subscribe = internalMutation({
  args: { fields: fieldsValidator },
  returns: doneOr("invalidEmail", "tooManyRequests"),
  handler: async (ctx, { fields }) => {
    if (isTrapped(fields)) return { ok: true as const };
    const email = normalizeEmail(fields["email"] ?? "");
    if (email === null) return refuse("invalidEmail");
    const { ip } = await ctx.meta.getRequestMetadata();
    const caller = await callerOf(ip);
    const wait = await keepAddress(ctx, email, caller, Date.now());
    return wait === null
      ? { ok: true as const }
      : refuse("tooManyRequests", wait);
  },
});
