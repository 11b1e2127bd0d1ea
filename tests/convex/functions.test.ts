/** Every registered function must have a row in the surface, args and returns. */
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

/** Every function of a deployment, read from the modules as Convex reads them. */
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

describe("the functions of the app", () => {
  test("that are public are exactly those of the surface", async () => {
    const paths = (await registeredFunctions())
      .filter(({ visibility }) => visibility === "public")
      .map(({ path }) => path);
    expect(paths).toEqual(Object.keys(surface).sort());
  });

  test("declare args and returns, even internal ones", async () => {
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

  test("take no user or business id as proof of identity", async () => {
    const names = (await registeredFunctions())
      .filter(({ path }) =>
        /counter|manager|owner|subscriber/.test(surface[path] ?? ""),
      )
      .flatMap(({ args }) =>
        Object.keys((args as { value: Record<string, unknown> }).value),
      );
    expect(names).not.toContain("userId");
    expect(names).not.toContain("businessId");
    expect(names.length).toBeGreaterThan(10);
  });

  // Checked by tsc.
  test("keep their types through `api`", () => {
    type Stats = FunctionReturnType<typeof api.desk.actions.stats>;
    expectTypeOf<Stats["immediate"]>().toEqualTypeOf<number>();
    type Portal = FunctionReturnType<typeof api.billing.payments.openPortal>;
    expectTypeOf<Portal["ok"]>().toEqualTypeOf<boolean>();
    type Join = FunctionArgs<typeof api.line.tickets.join>;
    expectTypeOf<Join>().toEqualTypeOf<{
      queueId: string;
      secret: string;
      name?: string;
      phone?: string;
      look?: string;
    }>();
  });

  test("for customers take the secret", async () => {
    const functions = await registeredFunctions();
    for (const { path, args } of functions) {
      if (surface[path] !== "customer") continue;
      expect((args as { value: object }).value).toHaveProperty("secret");
    }
  });

  test("that are internal are exactly these", async () => {
    const internalOnes = (await registeredFunctions())
      .filter(({ visibility }) => visibility === "internal")
      .map(({ path }) => path);
    expect(internalOnes).toEqual([
      nameOf(internal.account.credentials.email),
      nameOf(internal.account.credentials.emailAsked),
      nameOf(internal.account.credentials.emailProved),
      nameOf(internal.account.credentials.emailTried),
      nameOf(internal.account.credentials.keepEmailCode),
      nameOf(internal.account.credentials.passwordChanged),
      nameOf(internal.account.credentials.sendEmailCode),
      nameOf(internal.account.credentials.tellOldAddress),
      nameOf(internal.account.current.beginReset),
      nameOf(internal.account.current.create),
      nameOf(internal.account.current.createBusiness),
      nameOf(internal.account.current.finishReset),
      nameOf(internal.account.current.isKnown),
      nameOf(internal.account.current.keepReset),
      nameOf(internal.account.current.manager),
      nameOf(internal.account.current.ownStatus),
      nameOf(internal.account.current.owner),
      nameOf(internal.account.current.resetAttempt),
      nameOf(internal.account.current.resetter),
      nameOf(internal.account.current.sendReset),
      nameOf(internal.account.current.user),
      nameOf(internal.account.deployment.signUpRule),
      nameOf(internal.account.secondFactor.keep),
      nameOf(internal.account.secondFactor.removeOf),
      nameOf(internal.account.secondFactor.replaceCodes),
      nameOf(internal.account.secondFactor.tryFirst),
      nameOf(internal.account.secondFactor.turnOff),
      nameOf(internal.account.secondFactor.turnOn),
      nameOf(internal.account.signIns.accepted),
      nameOf(internal.account.signIns.attempt),
      nameOf(internal.account.signIns.odd),
      nameOf(internal.account.signIns.replaced),
      nameOf(internal.account.signIns.tryCode),
      nameOf(internal.account.signIns.uncount),
      nameOf(internal.admin.admins.caller),
      nameOf(internal.admin.admins.goOn),
      nameOf(internal.admin.admins.grantFirst),
      nameOf(internal.admin.admins.sessionOver),
      nameOf(internal.admin.directorySteps.ofUser),
      nameOf(internal.admin.directorySteps.open),
      nameOf(internal.admin.directorySteps.setPlanOfUser),
      nameOf(internal.admin.directorySteps.toDelete),
      nameOf(internal.admin.platform.keep),
      nameOf(internal.admin.platform.last),
      nameOf(internal.admin.platform.sample),
      nameOf(internal.admin.platform.served),
      nameOf(internal.admin.platform.waiting),
      nameOf(internal.admin.viewing.over),
      nameOf(internal.auth.store),
      "auth:uncheckedStore",
      nameOf(internal.billing.payments.checkout),
      nameOf(internal.billing.payments.confirmed),
      nameOf(internal.billing.payments.receiveEvent),
      nameOf(internal.billing.payments.reconcile),
      nameOf(internal.billing.subscriptions.applyServerPlan),
      nameOf(internal.billing.subscriptions.beginCheckout),
      nameOf(internal.billing.subscriptions.beginSync),
      nameOf(internal.billing.subscriptions.countCall),
      nameOf(internal.billing.subscriptions.customer),
      nameOf(internal.billing.subscriptions.customers),
      nameOf(internal.billing.subscriptions.dunningOver),
      nameOf(internal.billing.subscriptions.finishSync),
      "billing/subscriptions:graceOver",
      nameOf(internal.billing.subscriptions.saveCheckout),
      nameOf(internal.billing.subscriptions.saveCustomer),
      nameOf(internal.billing.subscriptions.state),
      nameOf(internal.calendar.connection.keep),
      nameOf(internal.calendar.connection.openFlow),
      nameOf(internal.calendar.connection.takeFlow),
      nameOf(internal.calendar.feed.file),
      nameOf(internal.calendar.googleCalls.exchange),
      nameOf(internal.calendar.googleCalls.readBusy),
      nameOf(internal.calendar.googleCalls.revoke),
      nameOf(internal.calendar.googleCalls.write),
      nameOf(internal.calendar.sync.beginReadingBusy),
      nameOf(internal.calendar.sync.beginRevocation),
      nameOf(internal.calendar.sync.beginWriting),
      nameOf(internal.calendar.sync.clear),
      nameOf(internal.calendar.sync.endReadingBusy),
      nameOf(internal.calendar.sync.endRevocation),
      nameOf(internal.calendar.sync.endWriting),
      nameOf(internal.calendar.sync.fill),
      nameOf(internal.demo.testing.hurryAdmin),
      nameOf(internal.demo.testing.hurryAlerts),
      nameOf(internal.demo.testing.hurryCalls),
      nameOf(internal.demo.testing.noteWaits),
      nameOf(internal.demo.testing.plantPast),
      nameOf(internal.demo.testing.plantShop),
      nameOf(internal.demo.testing.plantToday),
      nameOf(internal.demo.testing.proveEmail),
      nameOf(internal.demo.testing.reset),
      nameOf(internal.demo.testing.seedDemo),
      nameOf(internal.demo.testing.setPlan),
      nameOf(internal.demo.testing.setTextsUsed),
      nameOf(internal.line.smsReplies.received),
      nameOf(internal.mail.smtp.send),
      nameOf(internal.messages.alerts.forgetPush),
      nameOf(internal.messages.alerts.look),
      nameOf(internal.messages.alerts.pushed),
      nameOf(internal.messages.alerts.receipt),
      nameOf(internal.messages.alerts.remind),
      nameOf(internal.messages.alerts.renewPush),
      nameOf(internal.messages.alerts.takePush),
      nameOf(internal.messages.alerts.takeWithdrawal),
      nameOf(internal.messages.alerts.tellLate),
      nameOf(internal.messages.push.deliver),
      nameOf(internal.messages.push.withdraw),
      nameOf(internal.messages.sms.sendByHttp),
      nameOf(internal.messages.smsSending.check),
      nameOf(internal.messages.smsSending.send),
      nameOf(internal.messages.smsSteps.accounts),
      nameOf(internal.messages.smsSteps.claim),
      nameOf(internal.messages.smsSteps.keepAccount),
      nameOf(internal.messages.smsSteps.mayKeepAccount),
      nameOf(internal.messages.smsSteps.outcome),
      nameOf(internal.messages.smsSteps.settle),
      nameOf(internal.messages.smsSteps.told),
      nameOf(internal.migrations.runs.batch),
      nameOf(internal.migrations.runs.failed),
      nameOf(internal.migrations.runs.renameSome),
      nameOf(internal.migrations.runs.run),
      nameOf(internal.migrations.runs.status),
      nameOf(internal.privacy.erase.begin),
      nameOf(internal.privacy.erase.business),
      nameOf(internal.privacy.erase.caller),
      nameOf(internal.privacy.erase.customer),
      nameOf(internal.privacy.erase.finish),
      nameOf(internal.privacy.erase.forgetCustomer),
      nameOf(internal.privacy.erase.paying),
      nameOf(internal.privacy.exports.build),
      nameOf(internal.privacy.exports.finish),
      nameOf(internal.privacy.exports.page),
      nameOf(internal.privacy.exports.progress),
      nameOf(internal.privacy.exports.sources),
      nameOf(internal.privacy.readers.end),
      nameOf(internal.profile.businesses.preview),
      nameOf(internal.profile.files.logoCame),
      nameOf(internal.profile.files.logoStored),
      nameOf(internal.team.invitations.acceptNew),
      nameOf(internal.team.invitations.addressOf),
      nameOf(internal.team.invitations.keep),
      nameOf(internal.team.tablets.keep),
      nameOf(internal.team.tablets.pair),
      nameOf(internal.upkeep.mails.begin),
      nameOf(internal.upkeep.mails.deliver),
      nameOf(internal.upkeep.mails.oneClick),
      nameOf(internal.upkeep.mails.record),
      nameOf(internal.upkeep.maintenance.end),
      nameOf(internal.upkeep.maintenance.failing),
      nameOf(internal.upkeep.maintenance.fewer),
      nameOf(internal.upkeep.maintenance.pass),
      nameOf(internal.upkeep.maintenance.run),
      nameOf(internal.upkeep.maintenance.step),
      nameOf(internal.upkeep.operations.product),
      nameOf(internal.upkeep.timers.bookingDue),
      nameOf(internal.upkeep.timers.chairOver),
      nameOf(internal.upkeep.timers.endRest),
      "upkeep/timers:graceOver",
      nameOf(internal.upkeep.timers.noShowOver),
      nameOf(internal.upkeep.timers.noticeOver),
      nameOf(internal.upkeep.timers.pauseOver),
      nameOf(internal.upkeep.timers.tabletOver),
      nameOf(internal.upkeep.timers.watched),
      nameOf(internal.visitors.forms.request),
      nameOf(internal.visitors.forms.subscribe),
    ]);
  });
});
