/** Writing one text: to a number in the panel, to one person in a window. It counts as sent only when it has gone out. */
import type { ComponentProps } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import type { Role } from "../../../../convex/business/rules/roles.ts";
import MessageWindow from "../../../../src/features/messages/message-window.tsx";
import SmsCard from "../../../../src/features/messages/sms-card.tsx";
import { RoleArea } from "../../../../src/lib/account/role.ts";
import {
  draw,
  drawWithToasts,
  type FakeBackend,
  find,
  press,
} from "../../fake-backend.tsx";
import { pass } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { board, id, NOW, person } from "../../samples.ts";
import { panel, sentText, textsBackend } from "./panel.ts";
import { fill } from "../../user.ts";

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
const text = () => document.body.textContent;
const message = () =>
  document.querySelector<HTMLTextAreaElement>("textarea")?.value;

async function show(
  backend: FakeBackend,
  queue: ComponentProps<typeof SmsCard>["queue"] = null,
  role: Role = "owner",
) {
  await drawWithToasts(
    backend,
    <RoleArea value={role}>
      <SmsCard
        queue={queue}
        business={{ name: "Fade", notice: null }}
        timeZone="Europe/London"
        confirmFirst={null}
        canSend
        upgrade={null}
      />
    </RoleArea>,
  );
}

const messageWindow = (onClose: () => void) => (
  <MessageWindow
    to={{
      ticketId: id("ticket-124"),
      letter: null,
      number: 124,
      name: "Zoë",
      phone: "+447700900456",
      chairId: "chair-2",
    }}
    queue="Walk-ins"
    business={{ name: "Fade", notice: null }}
    onClose={onClose}
  />
);

test("in the panel: asks for number and message", async () => {
  const backend = textsBackend(panel());
  await show(backend);
  await press(/^Send SMS/);
  expect(text()).toContain("Please enter a phone number");
  expect(text()).toContain("Please enter a message");
  expect(document.activeElement?.getAttribute("type")).toBe("tel");
  expect(backend.sent).toEqual([]);
  await fill("input", "+447700900456");
  expect(text()).not.toContain("Please enter a phone number");
  expect(text()).toContain("Please enter a message");
  await fill("textarea", "Hello");
  expect(text()).not.toContain("Please enter a message");
});

test("in the panel: an open placeholder must be filled in before sending", async () => {
  const backend = textsBackend(panel());
  await show(backend);
  await fill("input", "+447700900456");
  await press("Ready now");
  expect(message()).toBe("Fade: your turn, #{{ticket_number}}.");
  const field = document.querySelector("textarea");
  expect(message()?.slice(field?.selectionStart, field?.selectionEnd)).toBe(
    "{{ticket_number}}",
  );
  await press(/^Send SMS/);
  expect(text()).toContain("Please replace {{ticket_number}} first");
  expect(backend.sent).toEqual([]);
});

test("in the panel: no template replaces the message while it is being sent", async () => {
  const backend = textsBackend(panel());
  const answer = backend.hold(api.messages.sms.send);
  await show(backend);
  await fill("input", "+447700900456");
  await fill("textarea", "Come in");
  await press(/^Send SMS/);
  await press("Ready now");
  expect(message()).toBe("Come in");
  await answer({ ok: false, code: "phoneInvalid" });
  await press("Ready now");
  expect(message()).toContain("your turn");
});

test("in the panel: a wrong number is not sent and marked; leaving the field moves nothing", async () => {
  await show(textsBackend(panel()));
  await fill("input", "12a");
  await act(async () => document.querySelector("input")?.focus());
  await act(async () => document.querySelector("input")?.blur());
  expect(document.querySelector("[aria-invalid=true]")).toBeNull();
  await press(/^Send SMS/);
  find("[aria-invalid=true][type=tel]");
});

test("in the panel: a template is filled in for the chosen person, and anew for the next", async () => {
  const backend = textsBackend(panel());
  const queueId = id<Id<"queues">>("walk-ins");
  const people = [8, 9].map((number) => person(number, { phone: "+44770" }));
  const waiting = [...people, person(10)];
  backend.set(api.desk.actions.board, { queueId }, board({ waiting }));
  backend.on(api.messages.sms.send, () => ({ ok: true, smsId: id("new") }));
  await show(backend, { queueId, name: "Walk-ins" });
  await press("Ready now");
  const select = document.querySelector("select");
  expect(select?.options).toHaveLength(3);
  const choose = async (at: number) =>
    await fill("select", select?.options[at]?.value ?? "none");
  await choose(1);
  expect(message()).toBe("Fade: your turn, #8.");
  await choose(2);
  expect(message()).toBe("Fade: your turn, #9.");
  expect(document.querySelector("[type=tel]")).toBeNull();
  await press(/^Send SMS/);
  expect(backend.sent[0]?.args).toMatchObject({
    ticketId: people[1]?.ticketId,
    body: "Fade: your turn, #9.",
  });
});

test("in the panel: a text counts as sent only when it has been sent", async () => {
  const backend = textsBackend(panel());
  backend.on(api.messages.sms.send, () => ({ ok: true, smsId: id("new") }));
  await show(backend);
  await fill("input", "+447700900456");
  await fill("textarea", "Come in");
  await press(/^Send SMS/);
  expect(backend.sent[0]?.args).toMatchObject({
    ...{ to: "+447700900456", body: "Come in" },
    requestKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  });
  const become = async (state: "queued" | "sent") =>
    await backend.change(api.messages.sms.recent, {}, [
      sentText("new", { state }),
    ]);
  await become("queued");
  expect(text()).not.toContain("SMS sent successfully!");
  expect(message()).toBe("Come in");
  await become("sent");
  expect(text()).toContain("SMS sent successfully!");
  expect(message()).toBe("");
});

test.each([
  [
    "a failure says why and what to do",
    { state: "failed", reason: "notMobile" },
    "Failed to send SMS: landline. This number can't get texts.",
  ],
  [
    "a text with an unknown outcome is not shown as sent",
    { state: "unknown", reason: "noAnswer" },
    "Failed to send SMS: Twilio did not answer. It may have gone out anyway.",
  ],
] as const)(
  "in the panel: %s, and the message stays",
  async (_, sent, words) => {
    const backend = textsBackend(panel(), [sentText("new", sent)]);
    backend.on(api.messages.sms.send, () => ({ ok: true, smsId: id("new") }));
    await show(backend);
    await fill("input", "+447700900456");
    await fill("textarea", "Come in");
    await press(/^Send SMS/);
    expect(document.querySelector("[role='alert']")?.textContent).toContain(
      words,
    );
    expect(text()).not.toContain("SMS sent successfully!");
    expect(message()).toBe("Come in");
  },
);

test("in the window: what is left of the quota is said only where texts count", async () => {
  for (const isCounted of [true, false]) {
    const leave = await drawWithToasts(
      textsBackend(panel({ isCounted })),
      messageWindow(vi.fn()),
    );
    expect(text().includes("Leaves 12 this month")).toBe(isCounted);
    await leave();
  }
});

test("in the panel: who cannot connect an own account asks the owner when the quota is used up", async () => {
  const backend = textsBackend(panel({ used: 50 }));
  const refusal = { ok: false, code: "smsQuotaUsed", limit: 50 };
  backend.on(api.messages.sms.send, () => refusal);
  await show(backend, null, "manager");
  expect(text()).toContain("Ask the shop's owner.");
  await fill("input", "+447700900456");
  await fill("textarea", "Come in");
  await press(/^Send SMS/);
  expect(text()).not.toMatch(/Twilio account|Twilio credentials/);
  expect(message()).toBe("Come in");
});

test("in the panel: an unexpected error has the specification's words", async () => {
  const backend = textsBackend(panel());
  backend.on(api.messages.sms.send, () => {
    throw new Error("boom");
  });
  await show(backend);
  await fill("input", "+447700900456");
  await fill("textarea", "Come in");
  await press(/^Send SMS/);
  expect(text()).toContain("Error: Please try again.");
  expect(text()).not.toContain("boom");
});

test("to one customer: staff read who can help when the quota is used up", async () => {
  const backend = textsBackend(panel({ used: 50 }));
  const refusal = { ok: false, code: "smsQuotaUsed", limit: 50 };
  backend.on(api.messages.sms.send, () => refusal);
  await draw(
    backend,
    <RoleArea value="staff">{messageWindow(vi.fn())}</RoleArea>,
  );
  await press("Ready now");
  await press(/^Send SMS/);
  expect(text()).toContain("used up. Ask the shop's owner.");
});

test("to one customer: a text names the chair that they were called to", async () => {
  const [own] = panel().templates;
  const text = "Please come to {{place}}.";
  const templates = own ? [{ ...own, text }] : [];
  const backend = textsBackend(panel({ templates }));
  const chair = { chairId: id("chair-2"), name: "Chair 2", queueIds: [] };
  const duty = { duty: "on", until: null, isTaken: true, isMine: false };
  backend.set(
    api.desk.chairs.list,
    {},
    { word: "chair", chairs: [{ ...chair, ...duty, person: "Sam" }] },
  );
  await draw(backend, messageWindow(vi.fn()));
  await press("Ready now");
  expect(message()).toBe("Please come to Chair 2 (Sam).");
});

test("to one customer: an answer after the window was closed closes no other, and a failure is told", async () => {
  const backend = textsBackend(panel());
  const answer = backend.hold(api.messages.sms.send);
  const onClose = vi.fn();
  for (const given of [
    { ok: true, smsId: id("new") },
    { ok: false, code: "customerMovedOn" },
  ]) {
    const close = await drawWithToasts(
      backend,
      <RoleArea value="staff">{messageWindow(onClose)}</RoleArea>,
    );
    await press("Ready now");
    await press(/^Send SMS/);
    await close();
    await answer(given);
  }
  expect(onClose).not.toHaveBeenCalled();
  await drawWithToasts(backend, null);
  find("[role=alert]", /^Failed to send SMS: /);
});

test.each([
  ["in the window", true, "The text is on its way."],
  [
    "in the panel",
    false,
    "The text is on its way. The list below shows whether it arrived.",
  ],
])(
  "%s: a text whose state is not known yet points to no list that is not there",
  async (_where, isWindow, words) => {
    vi.useFakeTimers({ now: NOW });
    const backend = textsBackend(panel());
    backend.on(api.messages.sms.send, () => ({ ok: true, smsId: id("new") }));
    if (isWindow) await drawWithToasts(backend, messageWindow(vi.fn()));
    else {
      await show(backend);
      await fill("input", "+447700900456");
    }
    await fill("textarea", "Come in");
    await press(/^Send SMS/);
    await pass(15_000);
    find("[role=status] *", words);
  },
);
