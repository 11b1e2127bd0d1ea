/** 'Joining and bookings': what is shown of the rules, what is wrong with them, what is sent. */
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import {
  daysOf,
  newRow,
  rowProblems,
  rowsOf,
} from "../../../../src/features/visit-rules/read-rules.ts";
import { VisitRulesDialog } from "../../../../src/features/visit-rules/visit-rules-dialog.tsx";
import { draw, FakeBackend, find, press } from "../../fake-backend.tsx";
import { SHOP } from "../../samples.ts";

const TODAY = "2026-11-23";
const SHORT = { start: "10:00", end: "14:00" };
const { businessId } = SHOP;

describe("the rows", () => {
  test("are the dates from today on, and go back as they came", () => {
    const days = [
      { day: "2026-11-22", hours: null },
      { day: TODAY, hours: SHORT },
      { day: "2026-12-25", hours: null },
    ];
    const rows = rowsOf(days, TODAY);
    expect(daysOf(rows)).toEqual(days.slice(1));
  });

  test("are wrong without a date, with one that is past, twice, or with hours the wrong way round", () => {
    const row = (key: number, day: string, more = {}) => ({
      ...{ ...newRow(key), day },
      ...more,
    });
    const open = { closed: false };
    const problems = rowProblems(
      [
        row(1, "2026-12-25"),
        row(2, ""),
        row(3, "2026-11-22"),
        row(4, "2026-12-25"),
        row(5, "2026-12-24", { ...open, start: "14:00", end: "10:00" }),
        row(6, "2026-12-31", { ...open, start: "" }),
        row(7, "2027-01-01", open),
        row(8, "12027-01-01"),
      ],
      TODAY,
    );
    expect([...problems].map(([key, { about }]) => `${key} ${about}`)).toEqual([
      "2 day",
      "3 day",
      "4 day",
      "5 hours",
      "6 hours",
      "8 day",
    ]);
    expect(problems.get(4)?.text).toMatch(/2026.* is in the list twice\.$/);
  });
});

describe("the dialog", () => {
  let backend: FakeBackend;
  const onClose = vi.fn();
  const shown = (more = {}) =>
    backend.set(
      api.businesses.publicProfile,
      { businessId },
      {
        ...{ ...SHOP, specialDays: [{ day: "2099-12-25", hours: null }] },
        ...more,
      },
    );
  const open = async () =>
    await draw(
      backend,
      <VisitRulesDialog businessId={businessId} onClose={onClose} />,
    );

  beforeEach(() => {
    backend = new FakeBackend();
    backend.on(api.businesses.saveVisitRules, () => ({ ok: true }));
    onClose.mockReset();
    shown();
  });

  test("saves everything at once and is gone", async () => {
    await open();
    await act(async () => find("label", /walk-ins/).click());
    await press(/^Save Changes/);
    expect(backend.sent).toEqual([
      {
        name: "businesses:saveVisitRules",
        args: {
          specialDays: [{ day: "2099-12-25", hours: null }],
          walkInsOnlyWhenOpen: true,
          almostAt: SHOP.almostAt,
        },
      },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("sends nothing that is wrong, says what it is and leads there", async () => {
    await open();
    await press("Add a date");
    await press(/^Save Changes/);
    expect(backend.sent).toEqual([]);
    find("li", /Please pick a date\.$/);
    expect(document.activeElement?.getAttribute("type")).toBe("date");
    expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
  });

  test("keeps what was typed when the server refuses, and says why", async () => {
    backend.on(api.businesses.saveVisitRules, () => ({
      ...{ ok: false, code: "specialDaysTooMany", max: 100 },
    }));
    await open();
    await press(/^Save Changes/);
    find("[role=status]", /^There can be 100 special days at most/);
    expect(onClose).not.toHaveBeenCalled();
  });

  test("asks before it throws changes away, and not when there are none", async () => {
    await open();
    await press("Cancel");
    expect(onClose).toHaveBeenCalledTimes(1);
    await press("Add a date");
    await press("Cancel");
    expect(onClose).toHaveBeenCalledTimes(1);
    find("[role=alertdialog] h2", "Discard changes?");
    await press(/^Discard/);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test("keeps what is being typed when the rules change elsewhere", async () => {
    await open();
    await press("Add a date");
    await act(async () => shown({ specialDays: [] }));
    expect(document.querySelectorAll("input[type=date]")).toHaveLength(2);
  });
});
