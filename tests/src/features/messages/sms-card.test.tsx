/** 'SMS Messaging' on the dashboard: the rest of the month's quota, the shop's own account, and the state of each text. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import SmsCard from "../../../../src/features/messages/sms-card.tsx";
import "../../../../src/features/messages/templates-window.tsx";
import {
  click,
  draw,
  drawWithToasts,
  type FakeBackend,
  find,
  press,
} from "../../fake-backend.tsx";
import { NOW } from "../../samples.ts";
import { panel, sentText, textsBackend } from "./panel.ts";
import { getFunctionName as nameOf } from "convex/server";
import { fill, texts } from "../../user.ts";

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

async function show(backend: FakeBackend, upgrade = false, canSend = true) {
  const start = vi.fn();
  await drawWithToasts(
    backend,
    <SmsCard
      queue={null}
      business={{ name: "Fade & Fortune", notice: null }}
      timeZone="Europe/London"
      confirmFirst={null}
      canSend={canSend}
      upgrade={upgrade ? { label: "Upgrade to Pro", start } : null}
    />,
  );
  return start;
}

const text = () => document.body.textContent;
const bar = () => document.querySelector("[role='progressbar']");
const fields = () =>
  document.querySelectorAll("input[name]:not([name=phone])").length;

test("the remaining quota: is a figure, a bar, and the month in the business's time zone", async () => {
  await show(textsBackend(panel()));
  expect(text()).toContain("37 / 50 SMS");
  expect(bar()?.getAttribute("aria-valuenow")).toBe("74");
  expect(bar()?.getAttribute("aria-label")).toBe(
    "SMS used this month, 37 of 50",
  );
  expect(text()).toContain("Counted from 1 November. Resets on 1 December.");
  expect(text()).toContain("Leaves 12 this month");
});

test("the remaining quota: uses the business's month at the end of the month, not the reader's", async () => {
  vi.setSystemTime(Date.parse("2026-11-30T11:00:00Z"));
  const backend = textsBackend(panel());
  await draw(
    backend,
    <SmsCard
      queue={null}
      business={{ name: "A", notice: null }}
      timeZone="Pacific/Auckland"
      confirmFirst={null}
      canSend
      upgrade={null}
    />,
  );
  expect(text()).toContain("Counted from 1 December. Resets on 1 January.");
});

test("the remaining quota: at zero has a full red bar and leads to the shop's own account", async () => {
  await show(textsBackend(panel({ used: 50 })));
  expect(text()).toContain(
    "You've used up your 50 SMS for this month. Want to continue with your own Twilio account?",
  );
  expect(bar()?.getAttribute("aria-valuenow")).toBe("100");
  expect(bar()?.firstElementChild?.className).toContain("bg-danger");
  await press("Use your own Twilio account");
  expect(fields()).toBe(3);
});

test("the remaining quota: is not counted with the shop's own account", async () => {
  const own = { sidLast4: "9f3c", from: "+447700900123" };
  await show(textsBackend(panel({ used: 50, own, isCounted: false })));
  expect(text()).toContain("Using custom Twilio");
  expect(text()).not.toContain("50 / 50");
  expect(bar()?.getAttribute("aria-valuenow")).toBe("100");
  expect(bar()?.firstElementChild?.className).not.toContain("bg-danger");
  expect(text()).toContain("Account ending in 9f3c · Sender +44 770 090 0123");
  expect(text()).not.toContain("Leaves");
});

test("the remaining quota: on a plan without texts is hidden, and the card leads to a plan with them", async () => {
  const backend = textsBackend(panel({ allowed: false, quota: 0, used: 0 }));
  const start = await show(backend, true);
  expect(text()).toContain(
    "SMS feature is not available on your current plan. Please upgrade to send SMS messages.",
  );
  expect(text()).not.toContain("0 / 0");
  await press("Upgrade to Pro");
  expect(start).toHaveBeenCalled();
});

test("the remaining quota: on a server without an account offers only what works", async () => {
  await show(textsBackend(panel({ senderReady: false, canKeepOwn: false })));
  expect(text()).toContain("it can't send texts");
  expect(text()).not.toContain("Send SMS");
  expect(text()).not.toContain("own Twilio account");
});

test("the remaining quota: after a lapse there is no form, which the server would refuse", async () => {
  await show(textsBackend(panel(), [sentText("a")]), false, false);
  expect(document.querySelector("form")).toBeNull();
  find("li", /Delivered/);
});

test("the outcome of a text: is in words, with what to do about it", async () => {
  await show(
    textsBackend(panel(), [
      sentText("a"),
      sentText("b", {
        state: "failed",
        reason: "notMobile",
        ticket: "#124",
      }),
      sentText("c", { state: "unknown" }),
      sentText("d", { state: "cancelled", at: NOW - 3 * 86_400_000 }),
    ]),
  );
  const rows = texts("li");
  expect(rows[0]).toContain("•••• 031811:31Delivered");
  expect(rows[1]).toContain("#124 · •••• 0318");
  expect(rows[1]).toContain("SMS failed: landline");
  expect(rows[1]).toContain("Call them by name.");
  expect(rows[2]).toContain("May have been sent");
  expect(rows[3]).toContain("20 November · 11:42");
});

test("the outcome of a text: is shown for the newest five texts, and for all on request", async () => {
  const many = Array.from({ length: 7 }, (_, n) => sentText(String(n)));
  await show(textsBackend(panel(), many));
  const rows = () => document.querySelectorAll("li").length;
  expect(rows()).toBe(5);
  await press("Show all 7");
  expect(rows()).toBe(7);
});

test("credentials: are all required, and the first missing one gets the focus", async () => {
  const backend = textsBackend(panel());
  await show(backend);
  await press("Use your own Twilio account");
  await fill("input[name='sid']", "AC1");
  await press(/^Save Credentials/);
  expect(backend.sent).toEqual([]);
  const said = text()?.split("Please fill in all Twilio credential fields");
  expect(said).toHaveLength(3);
  await new Promise((painted) => requestAnimationFrame(painted));
  expect(document.activeElement?.getAttribute("name")).toBe("token");
});

test("credentials: are removed after a question", async () => {
  const own = { sidLast4: "9f3c", from: "+447700900123" };
  const backend = textsBackend(panel({ own, isCounted: false }));
  backend.on(api.messages.sms.removeCredentials, () => null);
  await show(backend);
  await press("Remove credentials");
  expect(backend.sent).toEqual([]);
  await click("[role='alertdialog'] button:not([data-cancel])");
  expect(backend.sent.map(({ name }) => name)).toEqual([
    nameOf(api.messages.sms.removeCredentials),
  ]);
});

test("templates: are shown as they will be sent, with their length", async () => {
  await show(textsBackend(panel()));
  await press("Templates");
  const quotes = texts("blockquote");
  expect(quotes).toEqual(["Fade & Fortune: your turn, #124.", "15 min late."]);
  expect(find("figcaption", /characters/).textContent).toBe(
    "32 characters · 1 SMS",
  );
  await click("[aria-label='Edit Ready now']");
  expect(texts("p")).toContain("32 characters · 1 SMS");
});

test("templates: get a placeholder at the cursor, and are saved with it", async () => {
  const backend = textsBackend(panel());
  backend.on(api.messages.sms.saveTemplate, () => ({ ok: true }));
  await show(backend);
  await press("Templates");
  await click("[aria-label='Edit Ready now']");
  await fill("[role='dialog'] textarea", "Come, ");
  await press("{{ticket_number}}");
  await press(/^SaveProcessing/);
  expect(backend.sent.at(-1)?.args).toEqual({
    name: "readyNow",
    text: "Come, {{ticket_number}}",
  });
});

test("templates: can be reset to the original, which is sent as null", async () => {
  const backend = textsBackend(panel());
  backend.on(api.messages.sms.saveTemplate, () => ({ ok: true }));
  await show(backend);
  await press("Templates");
  await click("[aria-label='Edit Running late']");
  await press("Use the original text");
  expect(backend.sent.at(-1)?.args).toEqual({ name: "late", text: null });
});

test("templates: an answer to an edit that was cancelled leaves the next one open", async () => {
  const backend = textsBackend(panel());
  const answer = backend.hold(api.messages.sms.saveTemplate);
  await show(backend);
  await press("Templates");
  await click("[aria-label='Edit Ready now']");
  await press(/^SaveProcessing/);
  await press("Cancel");
  await click("[aria-label='Edit Ready now']");
  await answer({ ok: true });
  find("[role=dialog] textarea");
});
