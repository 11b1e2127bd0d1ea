/** 'Billing & support': what an owner can do about the plan and the account. */
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { storageKeys } from "../../../src/lib/storage.ts";
import { Conversation } from "../../../src/features/support/conversation.tsx";
import SupportScreen from "../../../src/routes/support.tsx";
// Loaded already, so that opening a window takes no time that React cannot see.
import "../../../src/features/billing/invoices-dialog.tsx";
import "../../../src/routes/support/matters.tsx";
import {
  click,
  closeDrawn,
  draw,
  find,
  freshBackend,
  press,
} from "../fake-backend.tsx";
import { beSigned, open, owner, page, place } from "../fake-session.tsx";
import { act } from "../act.ts";
import { fill, loaded, strike, valueOf } from "../user.ts";

const OFFERED = [
  "Upgrade to Pro",
  "Manage billing",
  "Invoices",
  "Sign out everywhere",
];
const backend = freshBackend();
beforeEach(() => {
  beSigned("in");
  backend.on(api.billing.payments.invoices, () => ({ ok: true, invoices: [] }));
});

async function show(me: Parameters<typeof owner>[0]) {
  backend.set(api.account.current.me, {}, owner(me));
  await open(backend, "/support", <SupportScreen />);
  await loaded();
}
const offered = () =>
  [...document.querySelectorAll("main button, main a")]
    .map((control) => control.textContent ?? "")
    .filter((label) => OFFERED.includes(label));

test("a paying Starter has everything about the plan, and who is signed in", async () => {
  await show({ plan: "starter" });
  expect(offered()).toEqual(OFFERED);
  expect(page()).toContain("Starter: up to 5 queues");
  expect(page()).toContain(owner()?.email);
});

test("the next payment has its date, unless the subscription ends", async () => {
  const currentPeriodEnd = Date.parse("2026-12-24T12:00:00Z");
  await show({ subscription: { currentPeriodEnd } });
  expect(page()).toMatch(/Next payment on .*24.*\./);
  await backend.change(
    api.account.current.me,
    {},
    owner({ subscription: { currentPeriodEnd, cancelAt: currentPeriodEnd } }),
  );
  expect(page()).not.toContain("Next payment");
});

test("without mail on this server, answers come on the page alone", async () => {
  await show({});
  expect(page()).toContain("We answer here. Messages are deleted");
  const sends = { payments: "off", mail: "real", signUp: "open" } as const;
  await backend.change(api.account.deployment.current, {}, sends);
  expect(page()).toContain("We answer here and by e-mail. Messages");
});

test("Pro has no upgrade", async () => {
  await show({ plan: "pro" });
  expect(offered()).toEqual(OFFERED.slice(1));
});

test("a plan that an admin has granted has no invoices", async () => {
  await show({ plan: "pro", subscription: { canManage: false } });
  expect(offered()).toEqual(["Sign out everywhere"]);
});

test.each([
  ["none", false, "Plan"],
  ["lapsed", false, "Your subscription has ended."],
  ["lapsed", true, "Your subscription is on hold"],
] as const)(
  "without a plan (%s, on hold: %s), the card promises no limits and leads to the payment page",
  async (state, isOnHold, said) => {
    const subscription = { state, isOnHold, isSubscribed: false };
    await show({ plan: "pro", subscription });
    expect(page()).toContain(said);
    expect(page()).not.toContain("up to");
    const way = isOnHold ? "Pay open bill" : "Choose a plan";
    const link = find("main a", way);
    expect(link.getAttribute("href")).toBe("/payment-required");
  },
);

test.each([
  ["Invoices", "[role=dialog] h2", "Invoices"],
  ["Sign out everywhere", "[role=alertdialog] h2", "Sign out everywhere?"],
])("%s opens its window, and Esc closes it", async (button, title, text) => {
  await show({ plan: "starter" });
  await press(button);
  await loaded();
  find(title, text);
  await strike("Escape");
  expect(document.querySelector(title)).toBeNull();
});

test("every message that arrives is announced, also the second of the same sender", async () => {
  let arrive = (_: string) => {};
  const list = { more: null, isLoadingMore: false };
  function Thread() {
    const [ids, setIds] = useState(["1"]);
    arrive = (id) => setIds([id, ...ids]);
    const message = { isMine: false, from: "Yourturn", at: 0, text: "Hello" };
    const messages = ids.map((messageId) => ({ messageId, ...message }));
    return <Conversation messages={messages} list={list} />;
  }
  await draw(backend, <Thread />);
  const said = () => find("[role=status]").firstElementChild;
  expect(said()).toBeNull();
  await act(async () => arrive("2"));
  const first = said();
  expect(first?.textContent).toBe("New message from Yourturn");
  await act(async () => arrive("3"));
  expect(said()?.textContent).toBe("New message from Yourturn");
  expect(said()).not.toBe(first);
});

test("a message stays in its tab until it is sent, and moves nobody who has gone to another page", async () => {
  let arrive: () => void = () => undefined;
  const answer = new Promise((resolve) => {
    arrive = () => resolve({ ok: true, threadId: "matter" });
  });
  backend.on(api.support.owner.send, async () => await answer);
  await show({});
  await fill("[name=subject]", "Chart");
  await fill("[name=text]", "It stays empty.");
  await closeDrawn();
  await show({});
  expect([valueOf("subject"), valueOf("text")]).toEqual([
    "Chart",
    "It stays empty.",
  ]);
  await press(/^Send message/);
  await click("a[href='/dashboard']");
  await act(async () => arrive());
  expect(place()).toBe("/dashboard");
  await closeDrawn();
  await show({});
  expect(valueOf("subject")).toBe("");
});

test.each(["{", "5", "null", '{"shop":1}'])(
  "what is stored in its place, such as %s, is no message",
  async (stored) => {
    sessionStorage.setItem(storageKeys.draft("support"), stored);
    await show({});
    expect(valueOf("text")).toBe("");
  },
);
