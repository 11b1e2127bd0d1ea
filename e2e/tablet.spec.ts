/** The shop's shared tablet: two people, a wrong PIN, a lost connection, and a theft. */
import type { Page } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api.js";
import { must } from "../convex/base/rules/errors.ts";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import { showPart } from "./screens.ts";
import { addWalkIn, invite, type Owner } from "./world.ts";

// The wrong code.
test.use({ expectedConsoleErrors: [/pairingCodeWrong/] });

test("a tablet is paired by a code; two people call with their PINs; offline an action waits for its person; wrong PINs block; the owner ends it @once", async ({
  address,
  business: { owner, queueId },
  ownerPage,
  phone: tablet,
}) => {
  await giveNamesAndPins(address, owner);
  for (const name of ["Ana", "Ben", "Zoë"])
    await addWalkIn(owner, queueId, name);
  const board = async () => {
    const { called } = await owner.client.query(api.desk.actions.board, {
      queueId,
    });
    return called.map(({ number }) => number);
  };

  await ownerPage.goto("/team");
  const tablets = ownerPage.getByRole("region", { name: "Tablets" });
  await tablets.getByRole("button", { name: "Add a tablet" }).click();
  const dialog = ownerPage.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Front desk");
  await expectAccessible(ownerPage);
  await dialog.getByRole("button", { name: "Show the code" }).click();
  const shown = dialog.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await seen(shown);
  await expectAccessible(ownerPage);
  const code = (await shown.textContent()) ?? "";

  await tablet.setViewportSize({ width: 820, height: 1180 });
  await tablet.goto("/tablet");
  const typed = tablet.getByLabel("Code");
  await typed.fill("0000-0000");
  const pair = tablet.getByRole("button", { name: "Pair this tablet" });
  await pair.click();
  await seen(tablet.getByText("This code is wrong or has expired."));
  await expectAccessible(tablet);
  await typed.fill(code.toLowerCase());
  await pair.click();
  await seen(tablet.getByRole("heading", { name: "Who is working?" }));
  await expectAccessible(tablet);
  await seen(dialog.getByText(/Front desk.? is paired\./));
  await ownerPage.keyboard.press("Escape");
  await seen(tablets.getByText("Locked"));

  await workAs(tablet, "Anna", "1111");
  await tablet.getByRole("button", { name: /^Call Next\s*#1/ }).click();
  await seen(tablet.getByRole("button", { name: "Here: #1" }));
  await expectAccessible(tablet);
  await seen(tablets.getByText(/Anna.? is using it/));
  for (const address of ["/team", "/profile", "/reports"]) {
    await tablet.goto(address);
    await expect(tablet).toHaveURL(/\/dashboard$/);
  }

  await test.step("without a connection", async () => {
    const next = tablet.getByRole("button", { name: /^Call Next\s*#2/ });
    await seen(next);
    await setConnected(tablet, false);
    await next.click();
    await seen(tablet.getByText(/^1 action is saved/));
    await change(tablet);
    const name = tablet.getByRole("button", { name: /^Anna/ });
    await expect(name).toContainText("1 action is waiting for you");
    await seen(
      tablet.getByText("You're offline. Tapping a name needs a connection."),
    );
    await expect(name).toBeDisabled();
    await expectAccessible(tablet);
    await setConnected(tablet, true);
    await expect(name).toBeEnabled();
  });
  expect(await board()).toEqual([1]);

  await test.step("the other person's log-in sends nothing of hers", async () => {
    await workAs(tablet, "Mia", "2222");
    await seen(tablet.getByRole("button", { name: /^Call Next\s*#2/ }));
    expect(await board()).toEqual([1]);
    await change(tablet);
    await workAs(tablet, "Anna", "1111");
    await expect.poll(board).toContain(2);
    await change(tablet);
  });

  await tablet.getByRole("button", { name: /^Mia/ }).click();
  const window = tablet.getByRole("dialog");
  const tryPin = async (pin: string) => {
    await window.getByLabel("PIN").fill(pin);
    await window.getByRole("button", { name: "Start" }).click();
  };
  for (const pin of ["0001", "0002", "0003", "0004"]) {
    await tryPin(pin);
    await seen(window.getByText("Wrong PIN."));
    await expect(window.getByLabel("PIN")).toBeFocused();
  }
  await expectAccessible(tablet);
  await tryPin("0005");
  await seen(window.getByText(/^Too many wrong PINs/));
  await tryPin("2222");
  await seen(window.getByText(/^Too many wrong PINs/));
  await tablet.keyboard.press("Escape");

  await workAs(tablet, "Anna", "1111");
  await tablets.getByRole("button", { name: "Remove Front desk" }).click();
  const question = ownerPage.getByRole("alertdialog");
  await expectAccessible(ownerPage);
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await seen(tablet.getByText("This tablet no longer belongs to a shop."));
  await seen(tablet.getByRole("link", { name: "Pair it again" }));
  await expect(tablets.getByText("Front desk")).toBeHidden();
});

/** Types the PIN of somebody on the locked tablet. */
async function workAs(tablet: Page, name: string, pin: string) {
  await tablet.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  const window = tablet.getByRole("dialog");
  await window.getByLabel("PIN").fill(pin);
  await window.getByLabel("PIN").press("Enter");
  await showPart(tablet, "Queue");
  await seen(tablet.getByRole("button", { name: /^Call Next/ }));
}

const change = async (tablet: Page) =>
  await tablet.getByRole("button", { name: "Switch person" }).click();

/** The owner, now with a name, and Mia of the staff, each with a PIN. */
async function giveNamesAndPins(address: string, owner: Owner) {
  const { path } = await invite(owner, "staff");
  const [, invitation = ""] = path.split("#");
  const params = { flow: "invited", invitation, password: "Right-Mia-1!" };
  const client = new ConvexHttpClient(address);
  await client.action(api.auth.signIn, { provider: "password", params });
  const { people } = await owner.client.query(api.team.people.list, {});
  const [anna, mia] = people.map(({ personId }) => personId);
  const { setPin } = api.team.tablets;
  const named = { personId: must(anna, "owner"), name: "Anna" };
  await owner.client.mutation(api.team.people.rename, named);
  for (const [personId, pin] of [
    [anna, "1111"],
    [mia, "2222"],
  ])
    await owner.client.mutation(setPin, {
      ...{ personId: must(personId, "person"), pin: must(pin, "PIN") },
    });
}
