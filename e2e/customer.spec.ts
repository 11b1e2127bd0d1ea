/** A customer's phone besides the main story: leaving, hostile names, a page from before an update. */
import { expect, seen, test } from "./fixtures.ts";
import { openDesk } from "./screens.ts";
import { join } from "./world.ts";

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
