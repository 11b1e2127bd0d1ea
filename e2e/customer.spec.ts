/** A customer's phone besides the main story: links, leaving, refusals, hostile names, a lost connection. */
import { setConnected } from "./connection.ts";
import { failQuery } from "./failing-query.ts";
import { expect, seen, test } from "./fixtures.ts";
import { openDesk } from "./screens.ts";
import { addQueue, callNext, join, newSecret } from "./world.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../convex/_generated/api.js";

test("a ticket's link shows the same ticket on any phone and after a reload @phones", async ({
  address,
  business,
  openPhone,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  const { secret } = await join(address, business.queueId, { name: "Ben" });
  for (const phone of [await openPhone(), await openPhone()]) {
    await phone.goto(`${business.joinPath}#ticket=${secret}`);
    await seen(phone.getByText("#2", { exact: true }));
    await seen(phone.getByText("Ben"));
    await phone.reload();
    await seen(phone.getByText("#2", { exact: true }));
  }
});

test("leaving asks first, ends the ticket and moves the next person up @phones @core", async ({
  address,
  business,
  phone,
  openPhone,
}) => {
  const first = await join(address, business.queueId);
  const second = await join(address, business.queueId);
  const other = await openPhone();
  await other.goto(`${business.joinPath}#ticket=${second.secret}`);
  await seen(other.getByRole("img", { name: /^1 person ahead of you/ }));
  await phone.goto(`${business.joinPath}#ticket=${first.secret}`);
  await phone.getByRole("button", { name: "Leave the line" }).click();
  const question = phone.getByRole("alertdialog");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await seen(phone.getByText("Your position"));
  await phone.getByRole("button", { name: "Leave the line" }).click();
  await question.getByRole("button", { name: "Leave the line" }).click();
  await seen(phone.getByRole("heading", { name: "You left the line" }));
  await seen(other.getByRole("img", { name: /^0 people ahead of you/ }));
});

test("a skipped customer reads that they are no longer in the queue and can join again @once", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { secret } = await join(address, business.queueId, { name: "Cy" });
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await seen(phone.getByText("Your position"));
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /^Skip/ }).click();
  await seen(
    phone.getByText(
      "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
    ),
  );
  await phone.getByRole("button", { name: "Join Again" }).click();
  await seen(phone.getByRole("heading", { name: "Join the queue" }));
});

test.describe("links that lead nowhere", () => {
  const NOT_LOADED =
    "Could not load business information. Please try again later.";

  test("an unknown or missing business says so, with nothing to retry @phones", async ({
    phone,
  }) => {
    for (const path of ["/join?b=nobody", "/join", "/join?b="]) {
      await phone.goto(path);
      await seen(phone.getByText("This code doesn't lead to a shop"));
      await expect(phone.getByRole("button")).toHaveCount(0);
    }
  });

  test("a business that the server cannot answer says so @phones", async ({
    business,
    openPhone,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/^\[CONVEX Q\(/);
    for (const path of [
      nameOf(api.profile.businesses.publicProfile),
      nameOf(api.desk.queues.publicList),
    ]) {
      const phone = await openPhone();
      await failQuery(phone, path);
      await phone.goto(business.joinPath);
      await seen(phone.getByText(NOT_LOADED));
      await seen(phone.getByRole("button", { name: "Retry" }));
    }
  });

  test("a wrong secret fails @phones", async ({ address, business, phone }) => {
    await join(address, business.queueId, { name: "Dora Secretname" });
    await phone.goto(`${business.joinPath}#ticket=${newSecret()}`);
    await seen(phone.getByText(/The business has called or removed you/));
    await expect(phone.getByText("Dora Secretname")).toHaveCount(0);
  });

  test("an unknown path offers a way home, or leads home on a phone", async ({
    page,
    expectedConsoleErrors,
  }) => {
    // The page itself is a 404.
    expectedConsoleErrors.push(/the server responded with a status of 404/);
    await page.goto("/nowhere");
    if ((page.viewportSize()?.width ?? 0) >= 768) {
      await page
        .getByRole("link", { name: "Go Home" })
        .or(page.getByRole("button", { name: "Go Home" }))
        .click();
    }
    await expect(page).toHaveURL(/\/$/);
    await seen(page.getByRole("heading", { name: /^The Easiest Way/ }));
  });
});

const NAMES = [
  "<script>document.title='owned'</script>",
  "\u0645\u062d\u0645\u062f \u0639\u0628\u062f \u0627\u0644\u0644\u0647",
  "👩🏽‍🎤👨‍👩‍👧‍👦 Zoë",
];

test("names with markup, right-to-left text and emoji are shown as typed, on both sides @once", async ({
  business,
  ownerPage,
  openPhone,
}) => {
  for (const name of NAMES) {
    const phone = await openPhone();
    await phone.goto(business.joinPath);
    await phone.getByLabel(/Your Name/).fill(name);
    await phone.getByRole("button", { name: "Join Queue Now" }).click();
    await seen(phone.getByText(name));
  }
  await openDesk(ownerPage);
  for (const name of NAMES) {
    await seen(ownerPage.getByText(name).filter({ visible: true }).first());
  }
  await expect(ownerPage).not.toHaveTitle("owned");
});

test("a customer with a blank name is Anonymous on the phone and Guest at the desk @once", async ({
  business,
  ownerPage,
  phone,
}) => {
  await phone.goto(business.joinPath);
  await phone.getByLabel(/Your Name/).fill("   ");
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await seen(phone.getByText("Anonymous"));
  await openDesk(ownerPage);
  await seen(ownerPage.getByText("Guest").filter({ visible: true }).first());
});

test("a full queue refuses a join with its limit and keeps the typed name @phones", async ({
  address,
  business,
  phone,
}) => {
  await phone.goto(business.joinPath);
  await phone.getByLabel(/Your Name/).fill("Eleventh");
  for (let i = 0; i < 10; i++) {
    expect((await join(address, business.queueId)).ok).toBe(true);
  }
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await seen(
    phone.getByText(
      "This queue is currently full. Maximum 10 active customers allowed.",
    ),
  );
  await expect(phone.getByLabel(/Your Name/)).toHaveValue("Eleventh");
});

test("of several queues one is chosen @phones", async ({ business, phone }) => {
  await addQueue(business.owner, "Beard trim");
  await phone.goto(business.joinPath);
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await seen(phone.getByText("Please select a queue to join."));
  await phone.getByText("Beard trim").click();
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await seen(phone.getByRole("heading", { name: "You're in the queue!" }));
});

test.describe("without a connection", () => {
  test.use({ expectedConsoleErrors: [/WebSocket/] });

  test("the phone shows how old its numbers are, and catches up @phones", async ({
    address,
    business,
    phone,
  }) => {
    const first = await join(address, business.queueId);
    const { secret } = await join(address, business.queueId);
    await phone.goto(`${business.joinPath}#ticket=${secret}`);
    await seen(phone.getByText("Live", { exact: true }));
    await setConnected(phone, false);
    await seen(phone.getByText(/Offline · as of \d\d?:\d\d/));
    const called = await callNext(business.owner, business.queueId);
    expect(called).toMatchObject({ ok: true, number: 1 });
    expect(first.ok).toBe(true);
    await setConnected(phone, true);
    await expect(
      phone.getByRole("img", { name: /^0 people ahead of you/ }),
    ).toBeVisible();
  });
});

test.describe("a page from before an update", () => {
  // The client logs every answer that is an error.
  test.use({ expectedConsoleErrors: [/Could not find public function/] });

  test("reloads when it calls a function that the server no longer has @phones", async ({
    business,
    phone,
  }) => {
    let loads = 0;
    phone.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await phone.routeWebSocket(/\/sync$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const text = String(message);
        const isOld = loads === 1;
        server.send(isOld ? text.replaceAll("desk/queues:", "queues:") : text);
      });
    });
    await phone.goto(business.joinPath);
    await seen(phone.getByRole("button", { name: "Join Queue Now" }));
    expect(loads).toBe(2);
  });
});
