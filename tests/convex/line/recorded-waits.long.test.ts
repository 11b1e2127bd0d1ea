/**
 * Days of the benchmark's barbershop, played through the product's own functions. The product's event rows are the
 * benchmark's recorded days. The waits kept with its tickets are those that a replay of these rows gives. So the
 * replay measures the product and not a copy of it.
 */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import type { Day, Happening, History } from "../../bench/waits/day.ts";
import {
  RECORDED,
  recordedHistory,
  recordingText,
} from "../../bench/waits/recorded.ts";
import { replay } from "../../bench/waits/replay.ts";
import { simulate } from "../../bench/waits/world.ts";
import { newSecret, openApp, rows, keyed } from "../open-app.ts";
import { press } from "../base/calls.ts";
import { HOUR } from "../fake-clock.ts";

const SHOP = { name: "recorded days", chairs: 2, load: 1 };

/** A shop of the product in which each event of the days is done by its own actor. */
async function play(history: History) {
  const app = await openApp();
  vi.setSystemTime(must(history.days[0], "day").opensAt - HOUR);
  const { queueId, businessId, owner } = await app.shop({
    plan: "pro",
    timezone: "UTC",
  });
  await app.backend.run(async (ctx) => {
    const business = must(await ctx.db.get("businesses", businessId), "shop");
    const hours = { start: "09:00", end: "18:00" };
    const operatingHours = { ...business.operatingHours, "6": hours };
    for (const day of ["1", "2", "3", "4", "5"] as const)
      operatingHours[day] = hours;
    await ctx.db.patch("businesses", businessId, { operatingHours });
  });
  const secrets = new Map<number, string>();
  const ticketIds = new Map<number, Id<"tickets">>();
  const switches: Happening[] = [];
  let step = 0;
  const act = async (happening: Happening) => {
    step += 1;
    const requestKey = `step ${step}`;
    switch (happening.kind) {
      case "join":
      case "due": {
        const secret = newSecret();
        secrets.set(happening.ticket, secret);
        const args = { queueId, secret };
        const joined = await app.backend.mutation(api.line.tickets.join, args);
        expect(joined).toEqual({ ok: true, number: happening.ticket });
        return;
      }
      case "call": {
        const args = { queueId, requestKey };
        const called = await owner.mutation(api.desk.actions.callNext, args);
        expect(called).toMatchObject({ ok: true, number: happening.ticket });
        if (called.ok) ticketIds.set(happening.ticket, called.ticketId);
        return;
      }
      case "done":
      case "noShow": {
        const ticketId = must(ticketIds.get(happening.ticket), "called one");
        const args = keyed({ ticketId });
        await owner.mutation(api.desk.actions[happening.kind], args);
        return;
      }
      case "leave": {
        const secret = must(secrets.get(happening.ticket), "secret");
        await app.backend.mutation(api.line.tickets.leave, { secret });
        return;
      }
      case "chairs": {
        switches.push(happening);
        await press(owner, api.desk.queues.setChairs, {
          queueId,
          chairs: happening.chairs,
        });
        return;
      }
      case "pause": {
        switches.push(happening);
        await press(owner, api.desk.queues.setPause, {
          queueId,
          until: happening.until,
        });
        return;
      }
      case "resume":
        switches.push(happening);
        await press(owner, api.desk.queues.resume, { queueId });
    }
  };
  await press(owner, api.desk.queues.setChairs, {
    queueId,
    chairs: SHOP.chairs,
  });
  for (const day of history.days) {
    for (const happening of day.happenings) {
      vi.setSystemTime(happening.at);
      await act(happening);
    }
  }
  return {
    events: await rows(app, "ticketEvents"),
    tickets: await rows(app, "tickets"),
    switches,
  };
}

const KINDS = {
  join: "join",
  call: "call",
  complete: "done",
  noShow: "noShow",
  leave: "leave",
} as const;

/** The product's rows as days of the benchmark. */
function recordingOf(
  { events, switches }: Awaited<ReturnType<typeof play>>,
  { days }: History,
): Day[] {
  const moves = events.flatMap(({ kind, ticketId, number, at }) => {
    // Events of the queue without a ticket. Switched settings are in `switches`.
    if (ticketId === null || number === null) return [];
    const known = KINDS[must(keyOf(KINDS, kind), kind)];
    return [{ at, kind: known, ticket: number }];
  });
  const all = [...moves, ...switches].sort((a, b) => a.at - b.at);
  return days.map((day, index) => {
    const before = (days[index + 1]?.opensAt ?? Infinity) - HOUR;
    const happenings = all.filter(
      ({ at }) => at >= day.opensAt - HOUR && at < before,
    );
    return { ...day, happenings };
  });
}

function keyOf<Keys extends string>(table: Record<Keys, unknown>, key: string) {
  return key in table ? (key as Keys) : null;
}

test("recorded days are the product's own rows, and replaying them gives the product's own waits", async () => {
  const week = simulate(SHOP, 11, 1, 1);
  const history = { ...week, days: week.days.slice(0, 3) };
  const played = await play(history);
  const text = recordingText(recordingOf(played, history));
  await expect(text).toMatchFileSnapshot(RECORDED);
  const kept = played.tickets.flatMap(({ quote, state, joinedAt }) =>
    quote === undefined || state.firstCalledAt === null
      ? []
      : [{ promisedAt: joinedAt, quote }],
  );
  const outcomes = replay({ ...recordedHistory(), countedFrom: 0 });
  const again = outcomes.map(({ promisedAt, quote }) => ({
    promisedAt,
    quote,
  }));
  const inOrder = (all: typeof kept) =>
    all.sort((a, b) => a.promisedAt - b.promisedAt);
  expect(kept.length).toBeGreaterThan(30);
  expect(inOrder(again)).toEqual(inOrder(kept));
});
