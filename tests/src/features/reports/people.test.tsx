/** The report by person, and a person's own figures (product.md W14). */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import { noCounts } from "../../../../convex/queue/rules/personDays.ts";
import type { PersonSums } from "../../../../convex/reports/rules/people.ts";
import OwnDays from "../../../../src/features/reports/own-days.tsx";
import { ByPerson } from "../../../../src/features/reports/people.tsx";
import { daysOf } from "../../../../src/features/reports/ranges.ts";
import * as files from "../../../../src/lib/save-file.ts";
import {
  click,
  closeDrawn,
  draw,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { id } from "../../samples.ts";

const TODAY = "2026-11-25";
const days = daysOf("last", TODAY);
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({
    now: Date.parse(`${TODAY}T11:42:00Z`),
    toFake: ["Date"],
  });
});

const worked = {
  ...{ calls: 12, served: 11, noShows: 1 },
  ...{ services: 2, serviceMsSum: 36 * 60_000 },
};
const person = (name: string | null, sums = noCounts()): PersonSums => ({
  ...{ personId: id(name ?? "owner"), name, sums },
});

async function show(...people: PersonSums[]): Promise<string> {
  backend.set(api.reports.people.sums, days, { ok: true, people });
  await draw(backend, <ByPerson days={days} today={TODAY} isFull />);
  return page();
}

test("a shop of one sees no report by person", async () => {
  expect(await show(person(null, worked))).toBe("");
});

test("each person has a row with called, served, missed and the mean service; who did nothing has none", async () => {
  await show(person(null), person("Ada", worked), person("Kim"));
  const cells = [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([["Ada", "12", "11", "1", "18\u00A0min"]]);
});

test("the table is a file too, on plans with files", async () => {
  const saved = vi.spyOn(files, "saveCsv").mockReturnValue();
  const unmarked = { ...worked, services: 0 };
  await show(person(null, unmarked), person("=Ada", worked), person("Kim"));
  await press("Download CSV by person");
  expect(saved).toHaveBeenCalledExactlyOnceWith(
    [
      [
        ...["Person", "Called", "Served"],
        ...["Didn't come", "Average service in minutes"],
      ],
      ["The owner", 12, 11, 1, null],
      ["=Ada", 12, 11, 1, 18],
    ],
    "people 2026-11-16 2026-11-22.csv",
  );
  await closeDrawn();
  await draw(backend, <ByPerson days={days} today={TODAY} isFull={false} />);
  expect(page()).toContain("Ada");
  expect(page()).not.toContain("Download");
});

test("an owner without a name has a row", async () => {
  const shown = await show(person(null, worked), person("Ada"));
  expect(shown).toContain("The owner");
});

test("days without work are said", async () => {
  expect(await show(person(null), person("Ada"))).toContain(
    "Nobody called anyone on these days.",
  );
});

test("one's own figures: this week first, days without work, and days that the plan does not show", async () => {
  const { mine } = api.reports.people;
  const own = (sums: typeof worked) => ({
    ...{ ok: true, people: [person("Sam", sums)] },
  });
  backend.set(mine, daysOf("this", TODAY), own(worked));
  backend.set(mine, daysOf("last", TODAY), own(noCounts()));
  const shop = {
    ...{ timezone: "Europe/London", operatingHours: defaultHours },
    specialDays: [],
  };
  await draw(backend, <OwnDays shop={shop} />);
  expect(page()).toMatch(/Called12Served11Didn't come1Average service18\smin/);
  await click("label", "Last week");
  expect(page()).toContain("You didn't call anyone on these days.");
  const refused = { ok: false, code: "notInPlan" };
  await backend.change(mine, daysOf("last", TODAY), refused);
  expect(page()).toContain("Your plan doesn't include these days.");
});
