/** The HTTP calls of admins (product.md O26), with a portal session's bearer token. */
import type { HttpRouter } from "convex/server";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { openAccount, removeAccount } from "./services/businessAccounts";
import { httpEndpoint } from "../functions";
import { json, statusOf } from "../base/services/httpAnswers";
import { isTokenBad } from "../base/services/bearer";
import { isText, jsonFields, type Fields } from "../base/services/jsonBody";
import {
  httpMessage,
  httpMessages as sentences,
} from "../base/rules/httpMessages";
import { firstPlan, knownPlan } from "../base/rules/plans";
import { readAppError, type Refusal } from "../base/rules/refusals";

type Admin = Awaited<ReturnType<typeof adminOf>>;
type Done = { ok: true } | ({ ok: false } & Pick<Refusal, "code">);

export function addAdminRoutes(http: HttpRouter): void {
  http.route({
    path: "/api/admin/users/create",
    method: "POST",
    handler: admins(false, async (ctx, fields, admin) => {
      const { email, password, businessName, isAdmin = false } = fields;
      if (!isText(email) || !isText(password) || !isText(businessName)) {
        return answer({ ok: false, code: "accountFieldsMissing" });
      }
      const plan = fields.plan === undefined ? firstPlan : planIn(fields);
      if (plan === null || typeof isAdmin !== "boolean") return invalid();
      const account = { email, password, businessName, plan, isAdmin };
      const wish = { ...account, timezone: null };
      return answer(await openAccount(ctx, admin, wish));
    }),
  });

  http.route({
    path: "/api/admin/users/update",
    method: "PUT",
    handler: admins(false, async (ctx, fields) => {
      const { userId } = fields;
      const plan = planIn(fields);
      if (!isText(userId) || plan === null) return invalid();
      const { setPlanOfUser } = internal.admin.directorySteps;
      const now = await ctx.runMutation(setPlanOfUser, { userId, plan });
      return answer(now === null ? NOT_FOUND : { ok: true });
    }),
  });

  http.route({
    path: "/api/admin/users/delete",
    method: "POST",
    handler: admins(true, async (ctx, { userId }, admin) => {
      if (!isText(userId)) return invalid();
      const args = { userId };
      const id = await ctx.runQuery(internal.admin.directorySteps.ofUser, args);
      if (id === null) return answer(NOT_FOUND);
      return answer(await removeAccount(ctx, admin, id, null));
    }),
  });
}

/** Errors of callers without a portal session. */
const OUTSIDE: readonly string[] = [
  ...["notSignedIn", "notAllowed", "adminSessionEnded"],
];
const NOT_FOUND = { ok: false, code: "notFound" } as const;

/** A route for an admin in the portal; `confirmed`: one who entered the password within the last minutes. */
function admins(
  confirmed: boolean,
  handle: (ctx: ActionCtx, fields: Fields, admin: Admin) => Promise<Response>,
) {
  return httpEndpoint(async (ctx, request) => {
    if (await isTokenBad(ctx)) {
      return json(401, { success: false, error: sentences.adminsOnly });
    }
    try {
      const admin = await adminOf(ctx, confirmed);
      const type = request.headers.get("Content-Type") ?? "";
      if (!/^application\/json\s*(;|$)/i.test(type)) return invalid(415);
      const fields = await jsonFields(request);
      return fields === null ? invalid() : await handle(ctx, fields, admin);
    } catch (error) {
      const thrown = readAppError(error);
      if (thrown === null) throw error;
      const isOutside = OUTSIDE.includes(thrown.code);
      const text = isOutside ? sentences.adminsOnly : httpMessage(thrown);
      return json(statusOf(thrown), { success: false, error: text });
    }
  });
}

async function adminOf(ctx: ActionCtx, confirmed: boolean) {
  const args = { confirmed, now: Date.now() };
  return await ctx.runQuery(internal.admin.admins.caller, args);
}

/** The named plan, by any of its names; null for an unknown one. */
function planIn({ plan }: Fields) {
  return isText(plan) ? knownPlan(plan) : null;
}

function answer(done: Done): Response {
  return done.ok
    ? json(200, { success: true })
    : json(statusOf(done), { success: false, error: httpMessage(done) });
}

function invalid(status = 400): Response {
  return json(status, { success: false, error: sentences.invalidInput });
}
