/** 'Manage Queues': what is shown at the plan's limit, and the settings of each queue. */
import { describe, expect, test, vi } from "vitest";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { must } from "../../../../convex/base/rules/errors.ts";
import QueueManager from "../../../../src/features/queues/queue-manager.tsx";
import type { Queue } from "../../../../src/features/queues/types.ts";
import { call, draw, FakeBackend, find, press } from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { queue, SHOP } from "../../samples.ts";
import { act } from "../../act.ts";
import { fill } from "../../user.ts";

let backend: FakeBackend;
const upgrade = vi.fn();

async function show(queues: Queue[], limit = 5, offline = false) {
  const { businessId } = SHOP;
  backend = new FakeBackend();
  backend.set(api.desk.queues.list, {}, queues);
  backend.set(api.profile.businesses.publicProfile, { businessId }, SHOP);
  let lose = () => undefined as void;
  function Connected() {
    const [isLost, setLost] = useState(offline);
    lose = () => setLost(true);
    return (
      <MemoryRouter>
        <QueueManager
          onClose={() => undefined}
          plan="starter"
          isFree={false}
          limit={limit}
          upgrade={{ to: "pro", start: upgrade }}
          readOnly={false}
          offline={isLost}
          businessId={businessId}
          onVisitRules={() => undefined}
        />
      </MemoryRouter>
    );
  }
  await draw(backend, <Connected />);
  return async () => await act(async () => lose());
}

test("the form is shown below the limit, with what deactivating means", async () => {
  await show([queue("Walk-ins")]);
  find("button", /^Create Queue/);
  expect(page()).toContain("1 of 5 queues on your Starter plan");
  expect(page()).toContain("Deactivating only stops new joins");
});

test("the manager is read-only without a connection and says why", async () => {
  await show([queue("Walk-ins")], 5, true);
  expect(page()).toContain("You can change them when you're back online.");
  expect(page()).not.toMatch(/Edit|Deactivate /);
});

test("a lost connection keeps what is typed, and only the submit buttons are off", async () => {
  const lose = await show([queue("Walk-ins")]);
  await press("Edit");
  const [name, , edited] = document.querySelectorAll("input");
  await fill(must(name, "name of a new queue"), "Beard");
  await fill(must(edited, "name of the edited one"), "Walk-in");
  await lose();
  expect(page()).toContain("You can change them when you're back online.");
  expect([name, edited].map((field) => field?.isConnected)).toEqual([
    true,
    true,
  ]);
  expect([name?.value, edited?.value]).toEqual(["Beard", "Walk-in"]);
  const off = document.querySelectorAll("button:disabled, input:disabled");
  expect(off).toHaveLength(3);
  for (const verb of [/^Create Queue/, /^Save/]) await press(verb);
  expect(backend.sent).toEqual([]);
});

test("the limit is shown instead of the form, with the upgrade", async () => {
  await show([queue("A"), queue("B")], 2);
  expect(page()).toContain(
    "Queue limit reached. Maximum 2 queues allowed for Starter plan.",
  );
  expect(document.querySelector("input")).toBeNull();
  await press("Upgrade to Pro");
  expect(upgrade).toHaveBeenCalledOnce();
});

test.each([
  ["Deactivate", true],
  ["Activate", false],
] as const)("%s sends the opposite of the state", async (verb, isActive) => {
  await show([queue("Walk-ins", { isActive })]);
  backend.on(api.desk.queues.setActive, () => ({ ok: true }));
  await press(new RegExp(`^${verb}`));
  expect(backend.sent).toMatchObject([
    call(api.desk.queues.setActive, {
      queueId: "Walk-ins",
      isActive: !isActive,
    }),
  ]);
});

test("a queue shows its pause and its bookings, and its settings while it is edited", async () => {
  const walkIns = queue("Walk-ins", { isPaused: true, takesBookings: false });
  await show([walkIns]);
  expect(page()).toContain("0 waiting · Paused · No bookings");
  backend.on(api.desk.queues.setTakesBookings, () => null);
  await press("Edit");
  expect(page()).toContain("30-minute slots.");
  const box = document.querySelector<HTMLInputElement>("[type=checkbox]");
  expect(box?.checked).toBe(false);
  await act(async () => box?.click());
  expect(backend.sent).toMatchObject([
    { args: { queueId: "Walk-ins", takesBookings: true } },
  ]);
});

describe("a queue's letter", () => {
  const letterField = () =>
    document.querySelector<HTMLInputElement>("[name=letter]");
  const save = async (letter: string) => {
    const field = letterField();
    if (field !== null) field.value = letter;
    await press(/^Save/);
  };

  test("stands before its name and is saved with it; a refusal is under its field", async () => {
    await show([queue("Haircut", { letter: "H" })]);
    expect(page()).toContain("H · Haircut");
    expect(find("li [dir=auto]").textContent).toBe("Haircut");
    backend.on(api.desk.queues.update, () => ({
      ...{ ok: false, code: "queueLetterTaken" },
    }));
    await press("Edit");
    await save("B");
    expect(backend.sent).toMatchObject([
      { args: { name: "Haircut", letter: "B" } },
    ]);
    const error = letterField()?.getAttribute("aria-describedby") ?? "";
    const words = error
      .split(" ")
      .map((part) => document.getElementById(part)?.textContent);
    expect(words.join(" ")).toContain("Another queue has this letter.");
  });

  test("cannot be changed while people wait", async () => {
    await show([queue("Haircut", { letter: "H", waitingCount: 2 })]);
    await press("Edit");
    expect(letterField()?.readOnly).toBe(true);
    expect(page()).toContain("People are waiting with this letter.");
  });

  test("is not asked for in a shop with one queue", async () => {
    await show([queue("Haircut")]);
    await press("Edit");
    expect(letterField()).toBeNull();
  });
});

test("an answer to an edit that was cancelled leaves the next one open", async () => {
  await show([queue("Walk-ins")]);
  const answer = backend.hold(api.desk.queues.update);
  await press("Edit");
  await press(/^Save/);
  await press("Cancel");
  await press("Edit");
  await answer({ ok: true });
  find("form[aria-label='Edit Walk-ins']");
});
