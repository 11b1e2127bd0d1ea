/** A shop whose customers' browsers take pushes, with a stand-in for the push service and a clock that tests move. Holds no assertions. */
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { granted, openApp, ticketOf, type App } from "../open-app.ts";
import { openPushService, type Phone } from "./push-service.ts";
import { press } from "../base/calls.ts";
import { NOON, SECOND } from "../fake-clock.ts";

let service: Awaited<ReturnType<typeof openPushService>>;

/** Opens the push service for all tests of a file. */
export function withPushService(): void {
  beforeAll(async () => {
    service = await openPushService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    service.set();
    await service.switch({});
  });
}

export const pushService = () => service;

/** Moves the clock by `ms` and runs everything due and all that follows from it. */
export async function pass(app: App, ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  // An alarm, the sender that it starts, and the sender's result.
  for (let links = 3; links > 0; links -= 1) {
    await app.backend.finishInProgressScheduledFunctions();
    vi.advanceTimersByTime(0);
  }
}

/** A Pro shop with this many people waiting. */
export async function openShop(people = 3) {
  vi.setSystemTime(NOON - SECOND);
  const app = await openApp();
  const shop = await app.shop({ plan: "pro" });
  const { owner, queueId } = shop;
  const secrets: string[] = [];
  for (let i = 0; i < people; i += 1) secrets.push(await app.join(queueId));
  // No one is called in the moment of joining.
  vi.setSystemTime(NOON);
  const subscribe = async (secret: string, phone: Phone) => {
    const { id: _, ...subscription } = phone;
    return await app.backend.mutation(api.messages.alerts.subscribePush, {
      secret,
      ...subscription,
    });
  };
  const callNext = async () => {
    return granted(await press(owner, api.desk.actions.callNext, { queueId }));
  };
  const rang = async (secret: string, seen?: boolean) =>
    await app.backend.mutation(api.messages.alerts.pageRang, {
      secret,
      occasion: {
        kind: "called",
        callCount: (await ticketOf(app, secret)).callCount,
      },
      ...(seen !== undefined && { seen }),
    });
  const seen = async () =>
    await owner.query(api.messages.alerts.ofQueue, { queueId });
  const pushedTo = async ({ id }: Phone) =>
    (await service.got()).filter(({ phone }) => phone === id);
  const [secret = ""] = secrets;
  const tools = { subscribe, callNext, rang, seen, pushedTo };
  return { app, ...shop, secrets, secret, ...tools };
}
