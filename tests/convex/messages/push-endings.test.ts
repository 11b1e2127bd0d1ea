/**
 * What happens to a push later. It is withdrawn when its call is over (product.md AL3), sent after all if its sender
 * crashed before it began, and unknown if the crash came later.
 */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openShop, pass, pushService, withPushService } from "./alert-shop.ts";
import { keyed, rows, loseJobs } from "../open-app.ts";
import { press } from "../base/calls.ts";
import { NOON, SECOND } from "../fake-clock.ts";

withPushService();

/** A person was called and their phone has shown it. */
async function pushed() {
  const shop = await openShop();
  const phone = await pushService().phone();
  await shop.subscribe(shop.secret, phone);
  const call = await shop.callNext();
  await pass(shop.app, 5 * SECOND);
  const shown = async () =>
    (await shop.pushedTo(phone)).map(({ title, body, isQuiet, isCall }) => ({
      ...{ title, isQuiet, isCall },
      body: body.split(". Ticket")[0],
    }));
  expect(await shown()).toMatchObject([{ title: "Your turn!", isCall: true }]);
  return { ...shop, call, phone, shown };
}

const BACK = {
  title: "Back in line",
  body: "The call was taken back. You keep your place",
};
const quiet = { isQuiet: true, isCall: false };

describe("a pushed call", () => {
  test.each(["undo", "return"] as const)(
    "is withdrawn quietly, once, after %s; the next call rings again",
    async (how) => {
      const { app, owner, call, shown, callNext } = await pushed();
      const { eventId, ticketId } = call;
      if (how === "undo")
        await press(owner, api.desk.actions.undo, { eventId });
      else await press(owner, api.desk.actions.returnToQueue, { ticketId });
      await pass(app, 0);
      expect((await shown()).slice(1)).toEqual([{ ...BACK, ...quiet }]);
      const stepId = must((await rows(app, "alertSteps"))[0], "step")._id;
      await app.backend.action(internal.messages.push.withdraw, { stepId });
      await pass(app, 60 * SECOND);
      expect(await shown()).toHaveLength(2);
      await callNext();
      await pass(app, 5 * SECOND);
      expect((await shown()).slice(2)).toMatchObject([
        { title: "Your turn!", isQuiet: false },
      ]);
    },
  );

  test("that is missed says so, and the second time says that the ticket has ended", async () => {
    const { app, owner, call, shown, callNext } = await pushed();
    const missed = async () => {
      const { ticketId } = call;
      await press(owner, api.desk.actions.noShow, { ticketId });
      await pass(app, 0);
    };
    await missed();
    expect((await shown()).at(-1)).toEqual({
      ...{ title: BACK.title, ...quiet },
      body: "You were called but weren't there. The next call is your last",
    });
    // Two others stand before them.
    for (let i = 0; i < 3; i += 1) await callNext();
    await pass(app, 5 * SECOND);
    await missed();
    expect((await shown()).map(({ title }) => title)).toEqual([
      ...["Your turn!", "Back in line"],
      ...["Your turn!", "Your ticket has ended"],
    ]);
  });

  test.each(["served", "done", "left"] as const)(
    "stays as it was (%s)",
    async (how) => {
      const { app, owner, secret, call, shown } = await pushed();
      const args = keyed({ ticketId: call.ticketId });
      if (how === "left")
        await app.backend.mutation(api.line.tickets.leave, { secret });
      else {
        const { serve, done } = api.desk.actions;
        await owner.mutation(how === "served" ? serve : done, args);
      }
      await pass(app, 60 * SECOND);
      expect(await shown()).toHaveLength(1);
    },
  );

  test("that ends while the push is being sent is withdrawn afterwards", async () => {
    const shop = await openShop();
    const { app, owner, secret } = shop;
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    const { eventId } = await shop.callNext();
    vi.setSystemTime(NOON + 5 * SECOND);
    const [alert] = await rows(app, "alerts");
    const alertId = must(alert, "alert")._id;
    await app.backend.mutation(internal.messages.alerts.look, { alertId });
    const stepId = must((await rows(app, "alertSteps"))[0], "step")._id;
    const receiptHash = "0".repeat(64);
    const take = { stepId, receiptHash };
    expect(
      await app.backend.mutation(internal.messages.alerts.takePush, take),
    ).not.toBeNull();
    await press(owner, api.desk.actions.undo, { eventId });
    await pass(app, 0);
    expect(await shop.pushedTo(phone)).toEqual([]);
    const subscription = must((await rows(app, "pushSubscriptions"))[0], "row");
    const outcomes = [
      { subscriptionId: subscription._id, outcome: "sent" as const },
    ];
    await app.backend.mutation(internal.messages.alerts.pushed, {
      stepId,
      outcomes,
    });
    await pass(app, 0);
    expect(await shop.pushedTo(phone)).toMatchObject([{ isQuiet: true }]);
  });
});

describe("a sender that crashed", () => {
  /** A call with a push that is due, whose sender's job is lost. */
  async function cutOff() {
    const shop = await openShop();
    const { app, secret } = shop;
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    const call = await shop.callNext();
    vi.setSystemTime(NOON + 5 * SECOND);
    const [alert] = await rows(app, "alerts");
    const alertId = must(alert, "alert")._id;
    await app.backend.mutation(internal.messages.alerts.look, { alertId });
    await loseJobs(app, "messages/push");
    const step = async () => must((await rows(app, "alertSteps"))[0], "step");
    return { ...shop, call, phone, step };
  }

  test("before it began is replaced by another one, which sends once", async () => {
    const { app, pushedTo, phone, step } = await cutOff();
    await pass(app, 15 * SECOND - 1);
    expect(await pushedTo(phone)).toEqual([]);
    await pass(app, 1);
    await pass(app, 60 * SECOND);
    expect(await pushedTo(phone)).toHaveLength(1);
    expect((await step()).state).toBe("sent");
  });

  test("after it began leaves the result unknown, and nothing is sent again", async () => {
    const { app, pushedTo, phone, step } = await cutOff();
    const { _id: stepId } = await step();
    const take = { stepId, receiptHash: "0".repeat(64) };
    await app.backend.mutation(internal.messages.alerts.takePush, take);
    await pass(app, 15 * SECOND);
    await pass(app, 60 * SECOND);
    expect(await pushedTo(phone)).toEqual([]);
    expect((await step()).state).toBe("unknown");
  });

  test("sends nothing when the call is over", async () => {
    const { app, owner, call, pushedTo, phone, step } = await cutOff();
    const { eventId } = call;
    await press(owner, api.desk.actions.undo, { eventId });
    await pass(app, 15 * SECOND);
    await pass(app, 60 * SECOND);
    expect(await pushedTo(phone)).toEqual([]);
    expect((await step()).state).toBe("skipped");
  });
});
