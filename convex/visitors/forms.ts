/** The forms of the front page: demo requests and newsletter addresses. Called only by http.ts. */
import { v } from "convex/values";
import { keepAddress, keepDemoRequest } from "./data/forms";
import { internalMutation } from "../functions";
import { callerIn } from "../base/services/caller";
import { isTrapped, readDemoRequest } from "./rules/forms";
import { refuse } from "../base/rules/errors";
import { normalizeEmail } from "../base/rules/password";
import { doneOr } from "../base/rules/refusals";

/** A form's texts by field name; unknown fields are ignored. */
const fieldsValidator = v.record(v.string(), v.string());
const done = { ok: true } as const;

/** Stores a demo request. A bot's request gets the same answer and is not stored. */
export const request = internalMutation({
  args: { fields: fieldsValidator },
  returns: doneOr("invalidInput", "invalidEmail", "tooManyRequests"),
  handler: async (ctx, { fields }) => {
    if (isTrapped(fields)) return done;
    const given = readDemoRequest(fields);
    if (typeof given === "string") return refuse(given);
    const caller = await callerIn(ctx);
    const wait = await keepDemoRequest(ctx, given, caller, Date.now());
    return wait === null ? done : refuse("tooManyRequests", wait);
  },
});

/** Adds an address to the newsletter's list. The answer is the same whether it was listed or not. */
export const subscribe = internalMutation({
  args: { fields: fieldsValidator },
  returns: doneOr("invalidEmail", "tooManyRequests"),
  handler: async (ctx, { fields }) => {
    if (isTrapped(fields)) return done;
    const email = normalizeEmail(fields["email"] ?? "");
    if (email === null) return refuse("invalidEmail");
    const caller = await callerIn(ctx);
    const wait = await keepAddress(ctx, email, caller, Date.now());
    return wait === null ? done : refuse("tooManyRequests", wait);
  },
});
