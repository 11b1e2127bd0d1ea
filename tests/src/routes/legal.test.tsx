/** /privacy and /terms: with and without an operator, and without a server. product.md U10, U11. */
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { notice } from "../../../convex/privacy/rules/notice.ts";
import type { ServerNotice } from "../../../src/features/legal/use-server-notice.ts";
import { spanOf } from "../../../src/features/legal/span.ts";
import PrivacyScreen from "../../../src/routes/privacy.tsx";
import TermsScreen from "../../../src/routes/terms.tsx";
import { legal } from "../../../src/strings/legal.ts";
import { act } from "../act.ts";
import { draw, FakeBackend, find, press } from "../fake-backend.tsx";
import { page } from "../fake-session.tsx";

const UNSET: ServerNotice = {
  operator: null,
  privacy: null,
  terms: null,
  processors: [],
  standIns: false,
};
const SET: ServerNotice = {
  operator: {
    name: "Ann's Queues",
    address: "1 High Street\nLondon",
    email: "ann@example.com",
  },
  privacy: "We host in London.",
  terms: "English law applies.",
  processors: ["twilio", "push"],
  standIns: true,
};
const NOT_SET = "This server's operator hasn't given a name and address yet.";

const send = vi.fn<typeof fetch>();
beforeEach(() => {
  send.mockReset();
  vi.stubGlobal("fetch", send);
});
const answer = (value: ServerNotice) =>
  send.mockImplementation(async () =>
    Response.json({ status: "success", value }),
  );
const show = async (Screen = PrivacyScreen) =>
  await draw(new FakeBackend(), <Screen />);

test("/privacy names the operator, the services in use, and the operator's additions", async () => {
  answer(SET);
  await show();
  expect(find("address").textContent).toContain("Ann's Queues1 High Street");
  expect(find("address a").getAttribute("href")).toBe("mailto:ann@example.com");
  expect(page()).not.toContain(NOT_SET);
  expect(page()).toContain("Twilio sends texts");
  expect(page()).not.toContain("Stripe takes");
  expect(page()).toContain("This is a test server");
  find("h2", "If you run a shop here, or work in one");
  find("li", /hold your number, queue and shop, .* and where to go\.$/);
  expect(page()).toContain("From the operatorWe host in London.");
  expect(document.title).toBe("Privacy · Yourturn");
});

test("where no service gets data, the page says nobody", async () => {
  answer(UNSET);
  await show();
  find("section", /^Who else gets dataNobody\.$/);
});

test("/privacy tells of everything that is kept, and for how long", async () => {
  answer(UNSET);
  await show();
  for (const [kind, { what }] of Object.entries(legal.privacy.data)) {
    expect(kind in notice).toBe(true);
    expect(page()).toContain(what);
  }
  find("li", /^Your name.*Kept until 30 days after the visit\.$/);
  find("li", /^The address where.*Kept until 15 minutes after the ticket/);
  find("li", /^Your messages to support.*until 2 years after the last/);
  find("li", /^A keyed hash.*with a count.*Kept for 1 hour\.$/);
});

test("a span is told in its largest whole unit", () => {
  const MINUTE = 60_000;
  const spans = [0, 10, 60, 36 * 60, 30 * 24 * 60, 730 * 24 * 60];
  expect(spans.map((minutes) => spanOf(minutes * MINUTE)).slice(1)).toEqual([
    "10 minutes",
    "1 hour",
    "36 hours",
    "30 days",
    "2 years",
  ]);
});

test("/terms has the terms for shops and the operator's additions", async () => {
  answer(SET);
  await show(TermsScreen);
  expect(page()).toContain("Cancel at any time under Manage billing.");
  expect(page()).toContain("From the operatorEnglish law applies.");
  find("a[href='/privacy']", "Privacy");
});

test("without an answer the text stays, and the operator can be asked for again", async () => {
  send.mockRejectedValue(new Error("gone"));
  await show();
  find("main [role=alert]", /couldn't load/);
  expect(page()).toContain("In short");
  answer(SET);
  await press("Try Again");
  find("address", /Ann's Queues/);
});

test.each([PrivacyScreen, TermsScreen])(
  "the prerendered page is hydrated without errors",
  async (Screen) => {
    answer(SET);
    const host = document.createElement("div");
    host.innerHTML = renderToString(<Screen />);
    document.body.append(host);
    expect(host.textContent).toContain("Turn on JavaScript");
    const wrong = vi.fn();
    const root = await act(async () =>
      hydrateRoot(host, <Screen />, { onRecoverableError: wrong }),
    );
    onTestFinished(() => act(async () => root.unmount()));
    expect(wrong).not.toHaveBeenCalled();
    find("address", /Ann's Queues/);
  },
);
