/** What the forms of the front page leave with us: demo requests and newsletter addresses. Called by http.ts alone. */
import { v } from "convex/values";
import { keepAddress, keepDemoRequest } from "./data/forms";
import { internalMutation } from "../functions";
import { callerOf } from "../base/services/caller";
import { isTrapped, readDemoRequest } from "./rules/forms";
import { refuse } from "../base/rules/errors";
import { normalizeEmail } from "../base/rules/password";
import { doneOr } from "../base/rules/refusals";

/** A form's texts by the names of its fields; unknown ones are left out. */
const fieldsValidator = v.record(v.string(), v.string());

/** Keeps a request for a demo. What a program has filled in is answered like the rest, and not kept. */
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

/** Puts an address on the newsletter's list; the answer is the same whether it was on it or not. */
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
