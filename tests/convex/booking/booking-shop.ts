/** A shop that takes bookings, with its clock, slots and customers. Holds no assertions. */
import { vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import type { Plan } from "../../../convex/base/rules/plans.ts";
import { newSecret, openApp, type App, granted } from "../open-app.ts";

/** A time of that day in London, from 'HH:mm'. */
export const at = (clock: string, day = "2026-11-20") =>
  Date.parse(`${day}T${clock}:00Z`);

export type BookingShop = Awaited<ReturnType<typeof openBookingShop>>;

export async function openBookingShop({
  plan = "starter",
  timezone = "Europe/London",
}: { plan?: Plan; timezone?: string } = {}) {
  const app = await openApp();
  const shop = await app.shop({ plan, timezone });
  const { queueId, owner } = shop;

  /** A booking phone's answer and its secret. */
  const tryBook = async (
    startsAt: number,
    {
      secret = newSecret(),
      queue = queueId,
      name = "Booked",
      ip = "127.0.0.1",
      email = "",
    } = {},
  ) => {
    const args = { queueId: queue, startsAt, secret, name, email };
    const phone = app.backend.withRequestMetadata({ ip });
    return {
      secret,
      answer: await phone.mutation(api.booking.bookings.book, args),
    };
  };

  return {
    app,
    ...shop,
    tryBook,
    book: async (startsAt: number, queue?: Id<"queues">): Promise<string> => {
      const of = queue === undefined ? {} : { queue };
      const { secret, answer } = await tryBook(startsAt, of);
      if (!answer.ok) throw new Error(answer.code);
      return secret;
    },
    move: (secret: string, startsAt: number) =>
      app.backend.mutation(api.booking.bookings.move, { secret, startsAt }),
    /** The free times of a day, as 'HH:mm' in UTC. */
    freeOn: async (day = "2026-11-20") => {
      const args = { queueId, day };
      const found = await app.backend.query(api.booking.slots.ofDay, args);
      return must(found, "slots")
        .slots.filter(({ isFree }) => isFree)
        .map(({ startsAt }) => new Date(startsAt).toISOString().slice(11, 16));
    },
    board: () => owner.query(api.desk.actions.board, { queueId }),
    /** Changes the booking times, as the wizard does. */
    setTimes: async (times: {
      slotMinutes?: number;
      operatingHours?: typeof defaultHours;
    }) => {
      granted(
        await owner.mutation(api.account.current.completeSetup, {
          ...{ name: "Shop", phone: null, description: null },
          ...{ slotMinutes: 30, operatingHours: defaultHours, ...times },
        }),
      );
    },
  };
}

/** Moves the clock by `ms` and runs everything due. */
export async function pass(app: App, ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await app.backend.finishInProgressScheduledFunctions();
}
