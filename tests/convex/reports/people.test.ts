/** What each person of the team did, by day (product.md W14), and whose call a row at the counter is. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import type { Plan } from "../../../convex/base/rules/plans.ts";
import { daysBefore } from "../../../convex/base/rules/timezones.ts";
import {
  noCounts,
  withPersonAdded,
} from "../../../convex/queue/rules/personDays.ts";
import {
  meanService,
  mergePeople,
} from "../../../convex/reports/rules/people.ts";
import { PART_DAYS } from "../../../convex/reports/rules/sums.ts";
import { failsWith, granted, press, refusedWith } from "../base/calls.ts";
import { MINUTE, startClockAt } from "../fake-clock.ts";
import { openApp, rows, type Caller } from "../open-app.ts";

const { actions } = api.desk;
const { mine, sums } = api.reports.people;
const DAY = "2026-11-20";
const today = { from: DAY, to: DAY };
startClockAt(Date.parse(`${DAY}T12:00:00Z`));

/** A shop with an owner without a name, and two who work at its counter. */
async function openTeam(plan: Plan = "pro") {
  const app = await openApp();
  const shop = await app.shop({ plan });
  const ada = await app.member(shop, "manager", { name: "Ada" });
  const sam = await app.member(shop, "staff", { name: "Sam" });
  const { queueId } = shop;
  const call = async (who: Caller) => {
    await app.join(queueId);
    return granted(await press(who, actions.callNext, { queueId })).ticketId;
  };
  const people = async (range = today) =>
    granted(await shop.owner.query(sums, range)).people;
  return { app, shop, ada, sam, call, people, ...shop };
}

describe("a move counts", () => {
  test("a call for who called; a visit and a missed call for who called that person, whoever says so", async () => {
    const { ada, sam, call, people, ownerId } = await openTeam();
    const first = await call(ada.caller);
    await press(sam.caller, actions.serve, { ticketId: first });
    vi.advanceTimersByTime(20 * MINUTE);
    await press(sam.caller, actions.done, { ticketId: first });
    const second = await call(sam.caller);
    await press(ada.caller, actions.noShow, { ticketId: second });
    const served = { services: 1, serviceMsSum: 20 * MINUTE, served: 1 };
    expect(
      (await people()).map((one) => [one.name ?? one.personId, one.sums]),
    ).toEqual([
      ["Ada", { ...noCounts(), calls: 1, ...served }],
      [ownerId, noCounts()],
      ["Sam", { ...noCounts(), calls: 1, noShows: 1 }],
    ]);
  });

  test("what the desk takes back of an assumed visit for who called, on the day of the visit", async () => {
    const { sam, ada, call, people } = await openTeam();
    const gone = await call(sam.caller);
    vi.advanceTimersByTime(10 * MINUTE);
    await call(sam.caller);
    const ofSam = async () =>
      (await people()).find(({ name }) => name === "Sam")?.sums;
    expect(await ofSam()).toEqual({ ...noCounts(), calls: 2, served: 1 });
    const at = { ticketId: gone };
    const said = granted(await press(ada.caller, actions.notHere, at));
    const back = { ...noCounts(), calls: 2, noShows: 1 };
    expect(await ofSam()).toEqual(back);
    const { eventId } = said;
    granted(await press(ada.caller, actions.undo, { eventId }));
    expect(await ofSam()).toEqual({ ...noCounts(), calls: 2, served: 1 });
  });

  test("for nobody where nobody has called: a skip, a removal, somebody who leaves", async () => {
    const { app, owner, queueId } = await openTeam();
    const secret = await app.join(queueId);
    await app.backend.mutation(api.line.tickets.leave, { secret });
    await app.join(queueId);
    const { waiting } = await owner.query(actions.board, { queueId });
    const { ticketId } = must(waiting[0], "waiting person");
    await press(owner, actions.skip, { queueId, expectedTicketId: ticketId });
    expect(await rows(app, "personDays")).toEqual([]);
  });
});

describe("the report by person", () => {
  test("has one row per person and day, and people who left under their name", async () => {
    const { app, owner, sam, call, people } = await openTeam();
    for (let i = 0; i < 3; i += 1) await call(sam.caller);
    expect(await rows(app, "personDays")).toHaveLength(1);
    vi.advanceTimersByTime(24 * 60 * MINUTE);
    await call(sam.caller);
    expect(await rows(app, "personDays")).toHaveLength(2);
    await owner.mutation(api.team.people.remove, { personId: sam.userId });
    expect(await people()).toContainEqual({
      ...{ personId: sam.userId, name: "Sam" },
      sums: expect.objectContaining({ calls: 3 }) as object,
    });
    const later = await people({ from: "2026-11-25", to: "2026-11-26" });
    expect(later.map(({ name }) => name)).toEqual([null, "Ada"]);
  });

  test("is for managers; everybody gets their own figures, and nothing of another shop", async () => {
    const { app, sam, ada, call } = await openTeam();
    await call(sam.caller);
    await call(ada.caller);
    await failsWith(sam.caller.query(sums, today), "notAllowed");
    expect(granted(await sam.caller.query(mine, today)).people).toEqual([
      {
        ...{ personId: sam.userId, name: "Sam" },
        sums: { ...noCounts(), calls: 1 },
      },
    ]);
    const other = await app.shop();
    for (const read of [sums, mine] as const) {
      expect(granted(await other.owner.query(read, today)).people).toEqual([
        { personId: other.ownerId, name: null, sums: noCounts() },
      ]);
    }
  });

  test("ends seven days back on Starter, and takes a month at once", async () => {
    const { sam, call, shop } = await openTeam("starter");
    await call(sam.caller);
    const old = { from: daysBefore(DAY, 8), to: daysBefore(DAY, 7) };
    for (const read of [sums, mine] as const) {
      expect(await shop.owner.query(read, old)).toEqual(
        refusedWith("notInPlan"),
      );
      const long = { from: daysBefore(DAY, PART_DAYS), to: DAY };
      await failsWith(shop.owner.query(read, long), "invalidInput");
    }
  });
});

test("rows at the counter name another person who called", async () => {
  const { sam, ada, shop, call, queueId } = await openTeam();
  await call(ada.caller);
  await call(shop.owner);
  const by = async (who: Caller) =>
    (await who.query(actions.board, { queueId })).called.map((row) => row.by);
  expect(await by(sam.caller)).toEqual(["Ada", null]);
  expect(await by(ada.caller)).toEqual([null, null]);
  await shop.owner.mutation(api.team.people.rename, {
    ...{ personId: shop.ownerId, name: "Grace" },
  });
  expect(await by(sam.caller)).toEqual(["Ada", "Grace"]);
});

describe("rules", () => {
  const counts = { ...noCounts(), calls: 2, served: 1 };

  test("a move adds only what a person's day has", () => {
    const more = { calls: 1, waits: 1 };
    expect(withPersonAdded(counts, more)).toEqual({ ...counts, calls: 3 });
  });

  test("a move from before these rows takes nothing below zero", () => {
    expect(withPersonAdded(noCounts(), { served: 1 }, -1)).toEqual(noCounts());
  });

  test("parts of a range add up by person, most served first", () => {
    const [a, b] = ["a", "b"] as Id<"users">[];
    const one = {
      personId: must(a, "id"),
      name: "Ada" as string | null,
      sums: counts,
    };
    const other = { personId: must(b, "id"), name: null, sums: noCounts() };
    const often = { ...other, sums: { ...noCounts(), served: 9 } };
    expect(mergePeople([one, other, one, often])).toEqual([
      often,
      { ...one, sums: { ...counts, calls: 4, served: 2 } },
    ]);
  });

  test("the mean service is of those marked 'Here'", () => {
    expect(meanService(counts)).toBeNull();
    const measured = { ...counts, services: 2, serviceMsSum: 30 * MINUTE };
    expect(meanService(measured)).toBe(15);
  });
});
