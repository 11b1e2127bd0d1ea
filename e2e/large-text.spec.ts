/** Large text, zoom and forced colours, as visitors with weak eyes set them (WCAG 2.2, 1.4.4, 1.4.10, 1.4.11). */
import { api } from "../convex/_generated/api.js";
import { expect, seen, test } from "./fixtures.ts";
import {
  expectEdge,
  expectRoom,
  inForcedColours,
  OWNERS,
  PHONES,
  setFont,
} from "./room.ts";
import {
  lastAction,
  openDesk,
  openQueueManager,
  pickMore,
  showPart,
  undoOn,
} from "./screens.ts";
import { signInBrowser } from "./session.ts";
import {
  addQueue,
  callNext,
  join,
  newAccount,
  register,
  setPlan,
} from "./world.ts";

const LONG_NAME = "Maximiliane Wolfeschlegelsteinhausenbergerdorff";

test("join page, ticket, call and log-in keep their words with large text, and their edges in forced colours @once", async ({
  address,
  business,
  phone,
}) => {
  const button = (name: string) => phone.getByRole("button", { name });
  const { owner, queueId, joinPath } = business;

  await test.step("join", async () => {
    await phone.goto(joinPath);
    await seen(button("Join Queue Now"));
    await expectRoom(phone, PHONES);
    await inForcedColours(phone, async () => {
      await expectEdge(button("Join Queue Now"), "border-top");
      const choice = (name: string) =>
        phone.locator("label", { hasText: name });
      await expectEdge(choice("Join Now"), "outline");
      await expect(choice("Schedule")).toHaveCSS("outline-style", "none");
      await choice("Schedule").click();
      await expectEdge(choice("Schedule"), "outline");
    });
  });

  await test.step("the bar of the form leaves a low window to the form", async () => {
    await expect(button("Confirm Appointment")).toBeInViewport();
    const usual = phone.viewportSize();
    await phone.setViewportSize({ width: 320, height: 256 });
    await expect(button("Confirm Appointment")).not.toBeInViewport();
    if (usual !== null) await phone.setViewportSize(usual);
  });

  await test.step("ticket", async () => {
    await join(address, queueId);
    const { secret } = await join(address, queueId, {
      name: LONG_NAME,
    });
    await phone.goto(`${joinPath}#ticket=${secret}`);
    // The test's browser blocks them. It is one line, so no button leaves the screen.
    await seen(phone.getByText("Notifications are blocked"));
    await expect(button("Leave the line")).toBeInViewport({ ratio: 1 });
    await expectRoom(phone, PHONES);
    await inForcedColours(phone, async () => {
      await expectEdge(button("Leave the line"), "border-top");
      const line = phone.getByRole("img", { name: /ahead of you/ });
      await expectEdge(line.locator("span").first(), "border-top");
      await button("Leave the line").click();
      const question = phone.getByRole("alertdialog");
      await expectEdge(question, "border-top");
      await expectEdge(question.getByRole("button").last(), "border-top");
      await button("Stay").click();
    });
  });

  await test.step("call", async () => {
    await callNext(owner, queueId);
    await callNext(owner, queueId);
    await seen(button("I'm on my way"));
    await expectRoom(phone, PHONES);
    await inForcedColours(phone, async () => {
      await expectEdge(button("I'm on my way"), "border-top");
    });
  });

  await test.step("log-in", async () => {
    await phone.goto("/login");
    await seen(button("Log In"));
    await expectRoom(phone, PHONES);
    await inForcedColours(phone, async () => {
      await expectEdge(button("Log In"), "border-top");
      await phone.getByLabel("E-mail").focus();
      await expectEdge(phone.getByLabel("E-mail"), "outline");
    });
  });
});

const isWide = ({ width }: { width: number }) => width > 640;
const WIDE = OWNERS.filter(isWide);
const NARROW = OWNERS.filter((size) => !isWide(size));

test("an owner's dashboard with its menus and windows keeps its words, and its edges in forced colours @once", async ({
  address,
  business: { owner, queueId },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "enterprise");
  await addQueue(owner, "Beard trim and hot towel");
  for (const name of [LONG_NAME, "Zoë", LONG_NAME, "Elif", "Anna"])
    await join(address, queueId, { name });
  await callNext(owner, queueId);
  const button = (name: string) =>
    page.getByRole("button", { name, exact: true });
  const more = page.getByRole("button", { name: "More for W3" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard");
  await page.getByRole("combobox").selectOption(queueId);

  await test.step("the desk", async () => {
    await seen(more);
    await expectRoom(page, WIDE);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const part of ["Overview", "Queue", "Manage"] as const) {
      await showPart(page, part);
      await expectRoom(page, NARROW);
    }
  });

  await test.step("after Skip the line of the last action has room for its words beside both buttons", async () => {
    await showPart(page, "Queue");
    await setFont(page, "200%");
    await page.getByRole("button", { name: /^Skip/ }).click();
    await seen(button("Move one back"));
    const words = await lastAction(page).boundingBox();
    expect(words?.width).toBeGreaterThan(300);
    await undoOn(page).click();
    await setFont(page, "100%");
  });

  await test.step("in a window of 400 % or 200 % the list has room beside Call Next", async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await more.scrollIntoViewIfNeeded();
    const dock = page.locator(".desk-dock");
    const y = async () => (await dock.boundingBox())?.y;
    await expect.poll(y, "at 400 %").toBeGreaterThan(128);
    await page.setViewportSize({ width: 640, height: 400 });
    const high = async () => (await dock.boundingBox())?.height;
    await expect.poll(high, "at 200 %").toBeLessThan(160);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step("menus and windows", async () => {
    await more.click();
    await expectRoom(page, NARROW);
    await page.keyboard.press("Escape");
    await button("Find").click();
    await page.getByLabel("Number, name or phone").fill("na");
    await expectRoom(page, NARROW);
    await button("Close").click();
    for (const name of ["Today", "Keyboard"]) {
      await pickMore(page, name);
      await seen(page.getByRole("dialog", { name }));
      await expectRoom(page, OWNERS);
      await page.keyboard.press("Escape");
    }
    await button("Add walk-in").click();
    await seen(page.getByRole("dialog"));
    await expectRoom(page, OWNERS);
    await page.keyboard.press("Escape");
    const chair = { name: "W".repeat(20), queueIds: [queueId] };
    await owner.client.mutation(api.desk.chairs.create, chair);
    const manager = await openQueueManager(page);
    await seen(manager.getByText(chair.name));
    await expectRoom(page, OWNERS);
    await page.keyboard.press("Escape");
  });

  await test.step("forced colours", async () => {
    await inForcedColours(page, async () => {
      await expectEdge(button("Manage"), "outline");
      await openDesk(page);
      await expectEdge(
        page.getByRole("button", { name: /^Skip/ }),
        "border-top",
      );
      await expectEdge(page.locator("[data-slot=call-next]"), "border-top");
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectEdge(button("Dashboard"), "outline");
      await more.click();
      await expectEdge(page.getByRole("menu"), "border-top");
      await expectEdge(page.getByRole("menuitem").first(), "outline");
      await page.keyboard.press("Escape");
    });
  });

  await test.step("messages stand at the top centre, below the header", async () => {
    for (const width of [700, 820, 1023, 1024, 1280]) {
      await page.setViewportSize({ width, height: 1000 });
      await pickMore(page, "Show code");
      await button("Copy Join Link").click();
      const message = page.locator("[data-over-windows] > div").first();
      // Under the pointer it stays.
      await message.hover();
      await page.keyboard.press("Escape");
      // The sidebar follows the window's width a moment later.
      await expect(async () => {
        const box = await message.boundingBox();
        const header = await page.locator("header").boundingBox();
        if (!box || !header) throw new Error("not on the screen");
        const centre = (of: typeof box) => of.x + of.width / 2;
        expect(Math.abs(centre(box) - centre(header))).toBeLessThan(2);
        expect(box.y).toBeGreaterThan(header.y + header.height);
      }).toPass();
    }
  });
});

test("owners' other pages and the way in keep their words, and their edges in forced colours @once", async ({
  address,
  business: { owner, queueId },
  ownerPage: page,
  browser,
}) => {
  await setPlan(address, owner, "pro");
  for (const name of [LONG_NAME, "Zoë"]) {
    await join(address, queueId, { name });
    await callNext(owner, queueId);
  }
  const pages = {
    "/profile": "Edit Profile",
    "/profile?edit=details": "Save Changes",
    "/profile?edit=hours": "Save Changes",
    "/reports": "Download CSV",
    "/team": "Invite",
    "/support": "Send",
    "/poster": "Print",
  };
  for (const [path, name] of Object.entries(pages)) {
    await test.step(path, async () => {
      await page.goto(path);
      const button = page.getByRole("button", { name }).first();
      await seen(button);
      await expectRoom(page, OWNERS);
      await inForcedColours(page, async () => {
        await expectEdge(button, "border-top");
        await button.focus();
        await expectEdge(button, "outline");
      });
    });
  }
  const newcomer = await register(address, newAccount());
  const context = await browser.newContext({ baseURL: address });
  const visitor = await context.newPage();
  const way = {
    "/login": "Log In",
    "/signup": "Create Account & Pay Now",
    "/forgot-password": "Send code",
  };
  for (const [path, name] of Object.entries(way)) {
    await visitor.goto(path);
    await seen(visitor.getByRole("button", { name }));
    await expectRoom(visitor, OWNERS);
  }
  await signInBrowser(context, address, newcomer);
  await visitor.goto("/payment-required");
  await seen(visitor.getByRole("main").getByRole("button").first());
  await expectRoom(visitor, OWNERS);
  await setPlan(address, newcomer, "starter");
  await visitor.goto("/setup");
  for (const step of ["Your shop", "When you are open", "Step 3 of 3"]) {
    await seen(visitor.getByRole("heading", { name: step }));
    await expectRoom(visitor, OWNERS);
    const next = visitor.getByRole("button", { name: "Next" });
    if (step !== "Step 3 of 3") await next.click();
  }
  await context.close();
});
