/** What a report says: the sentence, the figures and their changes, and what is left out of small ranges. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import {
  emptyDay,
  withAdded,
  withJoin,
  type DayCounts,
} from "../../../../convex/queue/rules/days.ts";
import { sumUp } from "../../../../convex/reports/rules/sums.ts";
import {
  daysOf,
  earlierThan,
  partsOf,
  type Choice,
  type Days,
} from "../../../../src/features/reports/ranges.ts";
import { Report } from "../../../../src/features/reports/report.tsx";
import { draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { id } from "../../samples.ts";

const MINUTE = 60_000;
/** A Wednesday, 11:42 in London. */
const NOW = Date.parse("2026-11-25T11:42:00Z");
const TODAY = "2026-11-25";
const queueId = id<never>("q");
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});

type Had = Partial<DayCounts> & { at?: number; minutes?: number };

/** Days of some people, each of whom waited and was served. */
function dayOf({ at = 10, served = 0, minutes = 10, ...more }: Had): DayCounts {
  let day = emptyDay();
  for (let i = 0; i < served; i += 1) {
    const wait = { waits: 1, waitMsSum: minutes * MINUTE, served: 1 };
    day = withAdded(withJoin(day, at), wait, 1, at);
  }
  return { ...day, ...more };
}

async function show(
  choice: Exclude<Choice, "own">,
  had: Readonly<Record<string, Had>>,
  more: { began?: string; great?: number; isFull?: boolean } = {},
) {
  const { began = "2026-01-01", great = 0, isFull = true } = more;
  const days = daysOf(choice, TODAY);
  const answer = (part: Days) => {
    const inPart = ([day]: [string, Had]) => day >= part.from && day <= part.to;
    const all = Object.entries(had).filter(inPart);
    const counted = all.map(([day, one]) => ({
      ...{ day, queueId, counts: dayOf(one) },
    }));
    const counts = { great, ok: 0, notGood: 1 };
    const rated = all.map(([day]) => ({ day, queueId, counts }));
    backend.set(
      api.reports.periods.sums,
      { ...part, queueId: null },
      {
        ...{ ok: true, day: part.from, sums: sumUp(counted, rated) },
        names: [{ queueId, name: "Haircut", letter: null }],
      },
    );
  };
  backend.set(api.reports.periods.began, { queueId: null }, { day: began });
  const earlier = earlierThan(choice, days);
  partsOf(days, TODAY).forEach(answer);
  partsOf(earlier, choice === "this" ? earlier.to : TODAY).forEach(answer);
  await draw(
    backend,
    <Report
      choice={choice}
      days={days}
      today={TODAY}
      queueId={null}
      open={new Set(["q"])}
      isFull={isFull}
      canBuy
      shop={{
        timezone: "Europe/London",
        operatingHours: defaultHours,
        specialDays: [],
      }}
      stale={false}
      advice={null}
    />,
  );
}

/** Each figure with its change, and whether that is good. */
function figures(): string[] {
  return [...document.querySelectorAll("dl:first-of-type > div")]
    .slice(0, 4)
    .map((one) => {
      const change = one.querySelector("dd + dd");
      const look = change?.className ?? "";
      const mark = look.includes("completed")
        ? " (good)"
        : look.includes("noshow")
          ? " (bad)"
          : "";
      return [...one.children].map((part) => part.textContent).join(" ") + mark;
    });
}

const LAST = "2026-11-18";
const BEFORE = "2026-11-11";

test("last week is said in a sentence, and compared in words and colours", async () => {
  await show("last", {
    [LAST]: { served: 9, minutes: 14, noShows: 4, quotes: 50, quotesRight: 42 },
    [BEFORE]: {
      ...{ served: 12, minutes: 10, noShows: 2, quotes: 40, quotesRight: 36 },
    },
  });
  find(
    "h2",
    "You served 9 people, 3 fewer than the week before. They waited 14\u00A0min on average, 4\u00A0min longer.",
  );
  expect(figures()).toEqual([
    "Served 9 3 fewer (bad)",
    "Average wait 14\u00A0min 4\u00A0min longer (bad)",
    "Didn't come 4 2 more (bad)",
    "Promised waits kept 42of 50 worse than 36 of 40 (bad)",
  ]);
  find(
    "p",
    /^Mon 16 Nov to Sun,? 22 Nov 2026\. Compared with the week before\.$/,
  );
  expect(document.body.textContent).not.toContain("weekday");
});

test("what is better is good, what is the same is neither", async () => {
  await show("last", {
    [LAST]: { served: 12, minutes: 10, quotes: 5, quotesRight: 5 },
    [BEFORE]: {
      served: 12,
      minutes: 15,
      noShows: 2,
      quotes: 5,
      quotesRight: 3,
    },
  });
  expect(figures()).toEqual([
    "Served 12 as before",
    "Average wait 10\u00A0min 5\u00A0min shorter (good)",
    "Didn't come 0 2 fewer (good)",
    "Promised waits kept 5of 5 better than 3 of 5 (good)",
  ]);
  find("h2", /as many as the week before\. .*, 5\u00A0min shorter\.$/);
});

test("this week is compared with the same hours of last week", async () => {
  await show("this", {
    "2026-11-23": { served: 2 },
    // In the hour that still runs.
    [TODAY]: { served: 1, at: 11 },
    "2026-11-16": { served: 1 },
    // They came later on that day.
    [LAST]: { served: 30, at: 15 },
  });
  find("h2", /^You served 3 people, 1 more than the same part of last week/);
  find("p", "Mon 23 Nov until now. Compared with the same part of last week.");
});

test("a report of nobody served says nothing of waits", async () => {
  const waits = { waits: 1, waitMsSum: 10 * MINUTE };
  await show("this", { [TODAY]: { joins: 1, ...waits } });
  find("h2", /^You served nobody[^W]*$/);
  expect(figures()[0]).toBe("Served 0");
});

test("one person is no crowd, and has nothing to be compared with in a shop's first week", async () => {
  await show(
    "this",
    { [TODAY]: { served: 1 }, "2026-11-17": { served: 1 } },
    { began: "2026-11-17" },
  );
  find("h2", "You served 1 person. They waited 10\u00A0min on average.");
  expect(figures()[0]).toBe("Served 1");
  find("p", /the first customer came on Tue 17 Nov\.$/);
});

test("days are bars with numbers; a day without hours is closed, and all counts are in a table", async () => {
  await show("last", {
    [LAST]: { served: 9 },
    "2026-11-16": { served: 4 },
  });
  const bars = find("[role=img]").getAttribute("aria-label");
  expect(bars).toBe(
    "People served by day: Mon 4, Tue 0, Wed 9, Thu 0, Fri 0, Sat closed and Sun closed.",
  );
  await press("Show as table");
  find(
    "[aria-label='People served by day'] tr",
    /^Wed 18 Nov9910\u00A0min000$/,
  );
});

test("weekdays have means from four weeks on", async () => {
  await show("weeks", { "2026-11-04": { served: 4 }, [LAST]: { served: 9 } });
  const bars = [...document.querySelectorAll("[role=img]")].map((one) =>
    one.getAttribute("aria-label"),
  );
  expect(bars[2]).toMatch(
    /^People served on a weekday, on average: Mon 0, Tue 0, Wed 6\.5,/,
  );
  expect(bars[2]).toMatch(/Sun closed/);
});

test("percentages need thirty people", async () => {
  await show("last", { [LAST]: { served: 1 } }, { great: 28 });
  find("dl dd", "28 of 29");
});

test("thirty people have a percentage", async () => {
  await show("last", { [LAST]: { served: 1 } }, { great: 29 });
  find("dl dd", "29 of 30 (97%)");
});

test("a plan without the days before says so", async () => {
  await show("this", { [TODAY]: { served: 1 } }, { isFull: false });
  find("p", /Pro shows how this compares with the days before\.$/);
});
