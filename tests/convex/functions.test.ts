/** What every registered function must have: a row in the surface, args and returns. */
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { api } from "../../convex/_generated/api";
import { modules } from "./open-app.ts";
import { surface } from "./surface.ts";

type Registered = {
  path: string;
  visibility: "public" | "internal";
  args: unknown;
  returns: unknown;
};

type Exported = {
  isPublic?: true;
  isInternal?: true;
  exportArgs: () => string;
  exportReturns: () => string;
};

/** Every function that a deployment would have, read from the modules as Convex reads them. */
async function registeredFunctions(): Promise<Registered[]> {
  const found: Registered[] = [];
  for (const [file, load] of Object.entries(modules)) {
    const module = (await load()) as Record<string, Exported | undefined>;
    for (const [name, exported] of Object.entries(module)) {
      if (exported?.isPublic !== true && exported?.isInternal !== true)
        continue;
      const path = file.replace("../../convex/", "").replace(/\.[jt]s$/, "");
      found.push({
        path: `${path}:${name}`,
        visibility: exported.isPublic === true ? "public" : "internal",
        args: JSON.parse(exported.exportArgs()),
        returns: JSON.parse(exported.exportReturns()),
      });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

// Canary: exporting one more publicQuery anywhere in convex/ fails the first
// test; a queryGeneric without returns fails the second.
describe("the functions of the app", () => {
  test("that are public are exactly those of the surface", async () => {
    const paths = (await registeredFunctions())
      .filter(({ visibility }) => visibility === "public")
      .map(({ path }) => path);
    expect(paths).toEqual(Object.keys(surface).sort());
  });

  test("declare args and returns, internal ones too", async () => {
    const bare = (await registeredFunctions())
      .filter(({ path }) => !path.startsWith("auth:"))
      .filter(
        ({ args, returns }) =>
          (args as { type: string }).type !== "object" ||
          returns === null ||
          (returns as { type: string }).type === "any",
      )
      .map(({ path }) => path);
    expect(bare).toEqual([]);
  });

  test("take no identity as proof: nobody names a user or business of their own", async () => {
    const names = (await registeredFunctions())
      .filter(({ path }) =>
        /counter|owner|subscriber/.test(surface[path] ?? ""),
      )
      .flatMap(({ args }) =>
        Object.keys((args as { value: Record<string, unknown> }).value),
      );
    expect(names).not.toContain("userId");
    expect(names).not.toContain("businessId");
    expect(names.length).toBeGreaterThan(10);
  });

  // Checked by tsc. Canary: a builder that returns `never` or `any` loses them.
  test("keep their types on the way through `api`", () => {
    type Stats = FunctionReturnType<typeof api.desk.stats>;
    expectTypeOf<Stats["immediate"]>().toEqualTypeOf<number>();
    type Portal = FunctionReturnType<typeof api.billing.openPortal>;
    expectTypeOf<Portal["ok"]>().toEqualTypeOf<boolean>();
    type Join = FunctionArgs<typeof api.tickets.join>;
    expectTypeOf<Join>().toEqualTypeOf<{
      queueId: string;
      secret: string;
      name?: string;
      phone?: string;
      look?: string;
    }>();
  });

  test("of customers take the secret", async () => {
    const functions = await registeredFunctions();
    for (const { path, args } of functions) {
      if (surface[path] !== "customer") continue;
      expect((args as { value: object }).value).toHaveProperty("secret");
    }
  });

  test("that only this deployment may call cannot be called from outside", async () => {
    const internalOnes = (await registeredFunctions())
      .filter(({ visibility }) => visibility === "internal")
      .map(({ path }) => path);
    expect(internalOnes).toEqual([
      "account:beginReset",
      "account:create",
      "account:ensureBusiness",
      "account:finishReset",
      "account:isKnown",
      "account:keepReset",
      "account:ownStatus",
      "account:owner",
      "account:resetAttempt",
      "account:resetter",
      "account:sendReset",
      "account:user",
      "admins:caller",
      "admins:goOn",
      "admins:grantFirst",
      "admins:sessionOver",
      "alerts:forgetPush",
      "alerts:look",
      "alerts:pushed",
      "alerts:receipt",
      "alerts:remind",
      "alerts:renewPush",
      "alerts:takePush",
      "alerts:takeWithdrawal",
      "alerts:tellLate",
      "auth:store",
      "auth:uncheckedStore",
      "billing:checkout",
      "billing:confirmed",
      "billing:receiveEvent",
      "billing:reconcile",
      "businesses:preview",
      "calendar:keep",
      "calendar:openFlow",
      "calendar:takeFlow",
      "calendarFeed:file",
      "calendarSync:beginReadingBusy",
      "calendarSync:beginRevocation",
      "calendarSync:beginWriting",
      "calendarSync:clear",
      "calendarSync:endReadingBusy",
      "calendarSync:endRevocation",
      "calendarSync:endWriting",
      "calendarSync:fill",
      "credentials:email",
      "credentials:emailAsked",
      "credentials:emailProved",
      "credentials:emailTried",
      "credentials:keepEmailCode",
      "credentials:passwordChanged",
      "credentials:sendEmailCode",
      "credentials:tellOldAddress",
      "demos:request",
      "demos:subscribe",
      ...["directorySteps:ofUser", "directorySteps:open"],
      ...["directorySteps:setPlanOfUser", "directorySteps:toDelete"],
      "erase:begin",
      "erase:business",
      "erase:caller",
      "erase:customer",
      "erase:finish",
      "erase:forgetCustomer",
      "erase:paying",
      "exports:build",
      "exports:finish",
      "exports:page",
      "exports:progress",
      "exports:sources",
      "files:logoCame",
      "files:logoStored",
      "google:exchange",
      "google:readBusy",
      "google:revoke",
      "google:write",
      ...["mails:begin", "mails:deliver", "mails:oneClick", "mails:record"],
      ...["maintenance:end", "maintenance:failing", "maintenance:fewer"],
      ...["maintenance:pass", "maintenance:run", "maintenance:step"],
      "migrations:batch",
      "migrations:failed",
      "migrations:run",
      "migrations:status",
      "operations:product",
      ...["platform:keep", "platform:last", "platform:sample"],
      ...["platform:served", "platform:waiting"],
      "push:deliver",
      "push:withdraw",
      "secondFactor:keep",
      "secondFactor:removeOf",
      "secondFactor:replaceCodes",
      "secondFactor:tryFirst",
      "secondFactor:turnOff",
      "secondFactor:turnOn",
      "services:signUpRule",
      "signIns:accepted",
      "signIns:attempt",
      "signIns:odd",
      "signIns:replaced",
      "signIns:tryCode",
      "signIns:uncount",
      "sms:sendByHttp",
      "smtp:send",
      "subscriptions:applyServerPlan",
      "subscriptions:beginCheckout",
      "subscriptions:beginSync",
      "subscriptions:countCall",
      "subscriptions:customer",
      "subscriptions:customers",
      "subscriptions:dunningOver",
      "subscriptions:finishSync",
      "subscriptions:graceOver",
      "subscriptions:saveCheckout",
      "subscriptions:saveCustomer",
      "subscriptions:state",
      "testing:hurryAdmin",
      "testing:hurryAlerts",
      "testing:noteWaits",
      "testing:plantPast",
      "testing:plantShop",
      "testing:plantToday",
      "testing:proveEmail",
      "testing:reset",
      "testing:seedDemo",
      "testing:setPlan",
      "testing:setTextsUsed",
      "textSending:check",
      "textSending:send",
      "textSteps:accounts",
      "textSteps:claim",
      "textSteps:keepAccount",
      "textSteps:mayKeepAccount",
      "textSteps:received",
      "textSteps:settle",
      "textSteps:told",
      "timers:bookingDue",
      "timers:endRest",
      "timers:graceOver",
      "timers:noShowOver",
      "timers:noticeOver",
      "timers:pauseOver",
      "timers:watched",
      "viewing:over",
    ]);
  });
});
