/** The steps of an unanswered call: the page, a push, one text. Their times are tested in tests/convex. */
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { expect, seen, test } from "./fixtures.ts";
import { must } from "../convex/base/rules/errors.ts";
import { PushReceiver, withPushes } from "./push-browser.ts";
import { openDesk } from "./screens.ts";
import { newPhone, newPushPhone, pushesTo, textsTo } from "./standins.ts";
import { callNext, hurryAlerts, join, newSecret, setPlan } from "./world.ts";

test.use({ serviceWorkers: "allow" });

const toldBy = (desk: Page) =>
  desk.getByRole("paragraph").filter({ hasText: "Alerted by:" });

test("a call is pushed to a closed page; only a call without an answer is followed by one text @once", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { owner, queueId } = business;
  await setPlan(address, owner, "pro");
  const [anasNumber, bensNumber, cysNumber] = [
    newPhone(),
    newPhone(),
    newPhone(),
  ];
  const anasPushes = await newPushPhone();
  const context = phone.context();
  await withPushes(context, anasPushes);

  await test.step("Ana joins with her number and allows pushes only when she taps the button", async () => {
    await phone.goto(business.joinPath);
    await phone.getByLabel(/Your Name/).fill("Ana");
    await phone.getByRole("button", { name: "Text me" }).click();
    await phone.getByLabel("Mobile number").fill(anasNumber);
    await phone.getByRole("button", { name: "Join Queue Now" }).click();
    const ring = phone.getByRole("button", {
      name: "Ring my phone even when it's locked",
    });
    const on = phone.getByText(/^You get a notification even when/);
    const keepOpen = phone.getByText(/^Keep this page open/);
    await seen(ring);
    await seen(keepOpen);
    // Joining asked for no permission.
    expect(await phone.evaluate(() => Notification.permission)).toBe("default");
    await ring.click();
    await expect(keepOpen).toBeHidden();
    await seen(on);
    await phone.getByRole("button", { name: "Turn off" }).click();
    await ring.click();
    await seen(on);
  });
  const cy = await join(address, queueId, { name: "Cy", phone: cysNumber });
  await join(address, queueId, { name: "Ben", phone: bensNumber });

  const another = await context.newPage();
  await another.goto("/robots.txt");
  await phone.close();
  const receiver = await PushReceiver.at(another);
  await test.step("a call that is undone alerts no customer", async () => {
    const call = await callNext(owner, queueId);
    const eventId = call.ok ? call.eventId : "";
    const undo = { eventId, requestKey: newSecret() };
    const undone = await owner.client.mutation(api.desk.actions.undo, undo);
    expect(undone.ok).toBe(true);
    await hurryAlerts(address, owner, 60);
  });

  await test.step("the next call is pushed, and its notification opens her ticket", async () => {
    await openDesk(ownerPage);
    await callNext(owner, queueId);
    await hurryAlerts(address, owner, 5);
    await expect(toldBy(ownerPage)).toHaveText(/Alerted by: push sent$/);
    // The text would follow in 20 seconds, and a busy machine may take longer until she answers.
    await hurryAlerts(address, owner, -3_600);
    const pushes = await pushesTo(anasPushes);
    expect(pushes).toHaveLength(1);
    await receiver.deliver(pushes[0] ?? "");
    await expect(toldBy(ownerPage)).toHaveText(/Alerted by: push delivered$/);
    expect(await receiver.shown()).toMatchObject([
      {
        title: "Your turn!",
        options: {
          body: `You have been called to the counter. Ticket #1 · Walk-ins · ${business.name}`,
          requireInteraction: true,
          renotify: true,
        },
      },
    ]);
    const { opened } = await receiver.tap();
    await another.goto(must(opened[0], "an opened page"));
    await seen(another.getByRole("heading", { name: "You've Been Called!" }));
    await seen(another.getByText("#1", { exact: true }));
    await another.getByRole("button", { name: "I'm on my way" }).click();
    await seen(ownerPage.getByText("just now · on the way"));
    await expect(toldBy(ownerPage)).toHaveText(
      /Alerted by: phone rang · push delivered$/,
    );
  });

  await test.step("a tap focuses the open page; a returned call is pushed quietly to the browser's newest address", async () => {
    const moved = await newPushPhone();
    const { focused, opened } = await receiver.tap();
    expect(opened).toEqual([]);
    expect(focused).toEqual([expect.stringContaining(business.joinPath)]);
    await receiver.move(anasPushes, moved);
    const board = await owner.client.query(api.desk.actions.board, { queueId });
    const ticketId = must(board.called[0], "Ana").ticketId;
    await owner.client.mutation(api.desk.actions.returnToQueue, {
      ...{ ticketId, requestKey: newSecret() },
    });
    await expect.poll(() => pushesTo(moved)).toHaveLength(1);
    const [push = ""] = await pushesTo(moved);
    expect(await pushesTo(anasPushes)).toHaveLength(1);
    await receiver.deliver(push);
    await expect
      .poll(async () => (await receiver.shown()).at(-1))
      .toMatchObject({
        title: "Back in line",
        options: { silent: true, requireInteraction: false },
      });
    await callNext(owner, queueId);
    await owner.client.mutation(api.desk.actions.done, {
      ...{ ticketId, requestKey: newSecret() },
    });
  });

  await test.step("a customer who answers gets no text; one who does not gets one", async () => {
    await callNext(owner, queueId);
    const { secret } = cy;
    const said = await owner.client.mutation(api.line.tickets.acknowledge, {
      secret,
    });
    expect(said.ok).toBe(true);
    await hurryAlerts(address, owner, 60);
    await callNext(owner, queueId);
    await hurryAlerts(address, owner, 25);
    await expect(toldBy(ownerPage)).toHaveText(/Alerted by: SMS delivered/);
    await hurryAlerts(address, owner, 60);
    // A pending alert is written at once and sent later.
    const told = await owner.client.query(api.messages.alerts.ofQueue, {
      queueId,
    });
    expect(told.map(({ steps }) => steps.length)).toEqual([0, 1]);
    const [text, ...more] = await textsTo(bensNumber);
    expect(text?.body).toContain("it's your turn, number 3");
    expect(more).toEqual([]);
    expect(await textsTo(cysNumber)).toEqual([]);
    expect(await textsTo(anasNumber)).toEqual([]);
  });
});
