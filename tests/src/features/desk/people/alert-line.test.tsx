/** What the desk shows about the alerts of a called person. */
import { expect, test } from "vitest";
import AlertLine from "../../../../../src/features/desk/people/alert-line.tsx";
import { closeDrawn, draw, FakeBackend } from "../../../fake-backend.tsx";
import { id, NOW } from "../../../samples.ts";

const step = { reason: null, at: NOW };

type Props = Parameters<typeof AlertLine>[0];

async function show(told: object) {
  const ticketId = id<Props["ticketId"]>("ticket-1");
  const all = [
    { ticketId: "ticket-2", steps: [] },
    { ticketId, steps: [], ...told },
  ] as unknown as Props["told"];
  await draw(new FakeBackend(), <AlertLine told={all} ticketId={ticketId} />);
  return document.body.textContent;
}

test("lists the ways in order; the answer 'on the way' stands beside the call's time", async () => {
  const steps = [
    { ...step, channel: "page", state: "sent" },
    { ...step, channel: "push", state: "delivered" },
  ];
  expect(await show({ steps })).toBe("Alerted by: phone rang · push delivered");
});

test("says why a way failed, and leaves out ways that were not tried", async () => {
  const steps = [
    { ...step, channel: "push", state: "failed", reason: "gone" },
    { ...step, channel: "text", state: "tried" },
    { ...step, channel: "mail", state: "skipped" },
  ];
  expect(await show({ steps })).toBe(
    "Alerted by: push failed: this phone no longer accepts them · SMS on its way",
  );
});

test("explains why a text failed, and why none was sent", async () => {
  const text = { ...step, channel: "text" };
  const failed = { ...text, state: "failed", reason: "unreachable" };
  expect(await show({ steps: [failed] })).toBe(
    "Alerted by: SMS failed: phone off or no signal",
  );
  await closeDrawn();
  const none = { ...text, state: "skipped", reason: "smsQuotaUsed" };
  expect(await show({ steps: [none] })).toBe(
    "Alerted by: no SMS: monthly limit reached",
  );
});

test("is empty before anything was tried", async () => {
  expect(await show({})).toBe("");
});
