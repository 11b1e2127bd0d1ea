/** Joining: what is sent, what a refusal leaves standing, and that a lost answer takes no second ticket. */
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { isClientSecret } from "../../../../convex/model/secrets.ts";
import { JoinForm } from "../../../../src/features/join/join-form.tsx";
import { newSecret } from "../../../../src/lib/new-secret.ts";
import type { OpenQueue } from "../../../../src/features/join/types.ts";
import { draw, FakeBackend, find, press } from "../../fake-backend.tsx";
import { id } from "../../samples.ts";

const open = (name: string, more: Partial<OpenQueue> = {}): OpenQueue => ({
  queueId: id(name),
  name,
  description: null,
  waitingCount: 3,
  servingCount: 0,
  limitReached: false,
  pause: null,
  waitLow: 10,
  waitHigh: 20,
  ...more,
});

let backend: FakeBackend;
const onTap = vi.fn();
const onJoined = vi.fn();

beforeEach(() => {
  backend = new FakeBackend();
  onTap.mockReset();
  onJoined.mockReset();
});

async function show(
  queues: readonly OpenQueue[],
  hasRecent: (queueId: string) => boolean = () => false,
) {
  await draw(
    backend,
    <JoinForm
      queues={queues}
      onTap={onTap}
      onJoined={onJoined}
      hasRecent={hasRecent}
    />,
  );
}

async function typeName(name: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement>("[name=name]");
  await act(async () => {
    if (field) field.value = name;
  });
}

const sentArgs = () => backend.sent.map(({ args }) => args);

test("secrets have the one form the server accepts and never repeat", () => {
  const secrets = Array.from({ length: 200 }, newSecret);
  expect(secrets.every(isClientSecret)).toBe(true);
  expect(new Set(secrets).size).toBe(200);
});

test("one queue is chosen already; name and secret are sent inside the tap", async () => {
  backend.on(api.tickets.join, () => ({ ok: true, number: 1 }));
  await show([open("Walk-ins")]);
  find("h2", "Current Queue Status");
  await typeName("Zoë");
  await press(/^Join Queue Now/);
  expect(sentArgs()).toEqual([
    { queueId: "Walk-ins", name: "Zoë", secret: expect.any(String) as string },
  ]);
  expect(onTap).toHaveBeenCalledTimes(1);
  expect(onJoined).toHaveBeenCalledWith(sentArgs()[0]?.["secret"], "Walk-ins");
});

test("with several, one must be chosen", async () => {
  await show([open("A"), open("B")]);
  await press(/^Join Queue Now/);
  find("[role=alert]", /Please select a queue to join\.$/);
  expect(backend.sent).toEqual([]);
  await act(async () => find("label", /^B/).click());
  expect(document.body.textContent).not.toContain("Please select a queue");
});

test("six or more are a list with the count in each line", async () => {
  await show(["A", "B", "C", "D", "E", "F"].map((name) => open(name)));
  find("select option", "F (3 waiting)");
  find("select option", "Choose a queue");
});

describe("a refusal", () => {
  const FULL =
    "This queue is currently full. Maximum 10 active customers allowed.";

  test("of the queue stands at the queue and keeps the name", async () => {
    backend.on(api.tickets.join, () => ({
      ok: false,
      code: "queueFull",
      limit: 10,
    }));
    await show([open("Walk-ins")]);
    await typeName("Eleventh");
    await press(/^Join Queue Now/);
    find("fieldset [role=alert]", new RegExp(FULL));
    expect(document.querySelector<HTMLInputElement>("[name=name]")?.value).toBe(
      "Eleventh",
    );
    expect(onJoined).not.toHaveBeenCalled();
  });

  test("is final: the next try is a new join", async () => {
    backend.on(api.tickets.join, () => ({
      ok: false,
      code: "queueFull",
      limit: 10,
    }));
    await show([open("Walk-ins")]);
    await press(/^Join Queue Now/);
    await press(/^Join Queue Now/);
    const [first, second] = sentArgs();
    expect(first?.["secret"]).not.toBe(second?.["secret"]);
  });
});

describe("a lost answer", () => {
  // Canary: a fresh secret per try in use-join.ts makes this fail.
  test("is asked for again with the same secret", async () => {
    let tries = 0;
    backend.on(api.tickets.join, () => {
      tries += 1;
      if (tries === 1) throw new Error("Connection lost");
      return { ok: true, number: 1 };
    });
    await show([open("Walk-ins")]);
    await press(/^Join Queue Now/);
    find("[role=alert]", "An error occurred: Please try again.");
    await press(/^Join Queue Now/);
    const [first, second] = sentArgs();
    expect(second?.["secret"]).toBe(first?.["secret"]);
    expect(onJoined).toHaveBeenCalledTimes(1);
  });
});

describe("a second ticket for the same queue", () => {
  test("is asked about, and only taken on purpose", async () => {
    backend.on(api.tickets.join, () => ({ ok: true, number: 2 }));
    await show([open("Walk-ins")], () => true);
    await press(/^Join Queue Now/);
    expect(backend.sent).toEqual([]);
    await press("Take another");
    expect(backend.sent).toHaveLength(1);
  });
});

test("without a connection the button is off and says why", async () => {
  vi.useFakeTimers();
  await show([open("Walk-ins")]);
  await act(async () => backend.connect(false));
  await act(async () => vi.advanceTimersByTime(2_000));
  const button = find("button", /^Join Queue Now/) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  find("#join-offline", /No connection right now/);
});
