/** What every registered function must have: a row in the surface, args and returns. */
import {
  type FunctionArgs,
  type FunctionReturnType,
  getFunctionName as nameOf,
} from "convex/server";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { api } from "../../convex/_generated/api";
import { internal } from "../../convex/_generated/api";
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
      nameOf(internal.account.beginReset),
      nameOf(internal.account.create),
      nameOf(internal.account.ensureBusiness),
      nameOf(internal.account.finishReset),
      nameOf(internal.account.isKnown),
      nameOf(internal.account.keepReset),
      nameOf(internal.account.ownStatus),
      nameOf(internal.account.owner),
      nameOf(internal.account.resetAttempt),
      nameOf(internal.account.resetter),
      nameOf(internal.account.sendReset),
      nameOf(internal.account.user),
      nameOf(internal.admins.caller),
      nameOf(internal.admins.goOn),
      nameOf(internal.admins.grantFirst),
      nameOf(internal.admins.sessionOver),
      nameOf(internal.alerts.forgetPush),
      nameOf(internal.alerts.look),
      nameOf(internal.alerts.pushed),
      nameOf(internal.alerts.receipt),
      nameOf(internal.alerts.remind),
      nameOf(internal.alerts.renewPush),
      nameOf(internal.alerts.takePush),
      nameOf(internal.alerts.takeWithdrawal),
      nameOf(internal.alerts.tellLate),
      nameOf(internal.auth.store),
      "auth:uncheckedStore",
      nameOf(internal.billing.checkout),
      nameOf(internal.billing.confirmed),
      nameOf(internal.billing.receiveEvent),
      nameOf(internal.billing.reconcile),
      nameOf(internal.businesses.preview),
      nameOf(internal.calendar.keep),
      nameOf(internal.calendar.openFlow),
      nameOf(internal.calendar.takeFlow),
      nameOf(internal.calendarFeed.file),
      nameOf(internal.calendarSync.beginReadingBusy),
      nameOf(internal.calendarSync.beginRevocation),
      nameOf(internal.calendarSync.beginWriting),
      nameOf(internal.calendarSync.clear),
      nameOf(internal.calendarSync.endReadingBusy),
      nameOf(internal.calendarSync.endRevocation),
      nameOf(internal.calendarSync.endWriting),
      nameOf(internal.calendarSync.fill),
      nameOf(internal.credentials.email),
      nameOf(internal.credentials.emailAsked),
      nameOf(internal.credentials.emailProved),
      nameOf(internal.credentials.emailTried),
      nameOf(internal.credentials.keepEmailCode),
      nameOf(internal.credentials.passwordChanged),
      nameOf(internal.credentials.sendEmailCode),
      nameOf(internal.credentials.tellOldAddress),
      nameOf(internal.demos.request),
      nameOf(internal.demos.subscribe),
      ...[
        nameOf(internal.directorySteps.ofUser),
        nameOf(internal.directorySteps.open),
      ],
      ...[
        nameOf(internal.directorySteps.setPlanOfUser),
        nameOf(internal.directorySteps.toDelete),
      ],
      nameOf(internal.erase.begin),
      nameOf(internal.erase.business),
      nameOf(internal.erase.caller),
      nameOf(internal.erase.customer),
      nameOf(internal.erase.finish),
      nameOf(internal.erase.forgetCustomer),
      nameOf(internal.erase.paying),
      nameOf(internal.exports.build),
      nameOf(internal.exports.finish),
      nameOf(internal.exports.page),
      nameOf(internal.exports.progress),
      nameOf(internal.exports.sources),
      nameOf(internal.files.logoCame),
      nameOf(internal.files.logoStored),
      nameOf(internal.google.exchange),
      nameOf(internal.google.readBusy),
      nameOf(internal.google.revoke),
      nameOf(internal.google.write),
      ...[
        nameOf(internal.mails.begin),
        nameOf(internal.mails.deliver),
        nameOf(internal.mails.oneClick),
        nameOf(internal.mails.record),
      ],
      ...[
        nameOf(internal.maintenance.end),
        nameOf(internal.maintenance.failing),
        nameOf(internal.maintenance.fewer),
      ],
      ...[
        nameOf(internal.maintenance.pass),
        nameOf(internal.maintenance.run),
        nameOf(internal.maintenance.step),
      ],
      nameOf(internal.migrations.batch),
      nameOf(internal.migrations.failed),
      nameOf(internal.migrations.run),
      nameOf(internal.migrations.status),
      nameOf(internal.operations.product),
      ...[
        nameOf(internal.platform.keep),
        nameOf(internal.platform.last),
        nameOf(internal.platform.sample),
      ],
      ...[nameOf(internal.platform.served), nameOf(internal.platform.waiting)],
      nameOf(internal.push.deliver),
      nameOf(internal.push.withdraw),
      nameOf(internal.secondFactor.keep),
      nameOf(internal.secondFactor.removeOf),
      nameOf(internal.secondFactor.replaceCodes),
      nameOf(internal.secondFactor.tryFirst),
      nameOf(internal.secondFactor.turnOff),
      nameOf(internal.secondFactor.turnOn),
      nameOf(internal.services.signUpRule),
      nameOf(internal.signIns.accepted),
      nameOf(internal.signIns.attempt),
      nameOf(internal.signIns.odd),
      nameOf(internal.signIns.replaced),
      nameOf(internal.signIns.tryCode),
      nameOf(internal.signIns.uncount),
      nameOf(internal.sms.sendByHttp),
      nameOf(internal.smtp.send),
      nameOf(internal.subscriptions.applyServerPlan),
      nameOf(internal.subscriptions.beginCheckout),
      nameOf(internal.subscriptions.beginSync),
      nameOf(internal.subscriptions.countCall),
      nameOf(internal.subscriptions.customer),
      nameOf(internal.subscriptions.customers),
      nameOf(internal.subscriptions.dunningOver),
      nameOf(internal.subscriptions.finishSync),
      "subscriptions:graceOver",
      nameOf(internal.subscriptions.saveCheckout),
      nameOf(internal.subscriptions.saveCustomer),
      nameOf(internal.subscriptions.state),
      nameOf(internal.testing.hurryAdmin),
      nameOf(internal.testing.hurryAlerts),
      nameOf(internal.testing.noteWaits),
      nameOf(internal.testing.plantPast),
      nameOf(internal.testing.plantShop),
      nameOf(internal.testing.plantToday),
      nameOf(internal.testing.proveEmail),
      nameOf(internal.testing.reset),
      nameOf(internal.testing.seedDemo),
      nameOf(internal.testing.setPlan),
      nameOf(internal.testing.setTextsUsed),
      nameOf(internal.textSending.check),
      nameOf(internal.textSending.send),
      nameOf(internal.textSteps.accounts),
      nameOf(internal.textSteps.claim),
      nameOf(internal.textSteps.keepAccount),
      nameOf(internal.textSteps.mayKeepAccount),
      nameOf(internal.textSteps.received),
      nameOf(internal.textSteps.settle),
      nameOf(internal.textSteps.told),
      nameOf(internal.timers.bookingDue),
      nameOf(internal.timers.endRest),
      "timers:graceOver",
      nameOf(internal.timers.noShowOver),
      nameOf(internal.timers.noticeOver),
      nameOf(internal.timers.pauseOver),
      nameOf(internal.timers.watched),
      nameOf(internal.viewing.over),
    ]);
  });
});
