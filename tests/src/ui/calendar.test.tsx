/** The calendar's days, words and keys (docs/product.md B5). Dates are the caller's, whatever the reader's clock. */
import { useState } from "react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Calendar } from "../../../src/ui/calendar.tsx";
import { openClock } from "../../../src/strings/language/page-clock.ts";
import { closeDrawn, draw, FakeBackend, find } from "../fake-backend.tsx";
import { texts } from "../user.ts";
import { act } from "../act.ts";

let picked: string[] = [];

function Sample() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <Calendar
      value={value}
      onPick={(day) => {
        picked.push(day);
        setValue(day);
      }}
      today="2026-11-21"
      first="2026-11-21"
      last="2027-01-20"
      isOpen={(day) => day >= "2026-11-21" && !day.endsWith("-22")}
      closedName={(name) => `${name}, closed`}
      labels={{ previous: "Back", next: "On", months: "Months" }}
    />
  );
}

beforeEach(async () => {
  picked = [];
  await draw(new FakeBackend(), <Sample />);
});
const named = (name: RegExp) => {
  const found = [...document.querySelectorAll<HTMLElement>("button")].find(
    (button) => name.test(button.getAttribute("aria-label") ?? ""),
  );
  if (found === undefined) throw new Error(`no day ${String(name)}`);
  return found;
};
const key = async (name: string, more: KeyboardEventInit = {}) =>
  await act(async () => {
    const event = new KeyboardEvent("keydown", {
      key: name,
      bubbles: true,
      ...more,
    });
    document.activeElement?.dispatchEvent(event);
  });
const focused = () => document.activeElement?.getAttribute("aria-label");

test("a week begins as where the business is", async () => {
  openClock({ clock: "h12", country: "US" });
  onTestFinished(() => openClock({ clock: "h24", country: null }));
  await closeDrawn();
  await draw(new FakeBackend(), <Sample />);
  expect(texts("[role=grid] th")[0]).toMatch(/^Su/);
});

test("days have their date as a name, closed ones say so, and one is a tab stop", () => {
  expect(find("[role=status]", "November 2026").ariaLive).not.toBe("off");
  expect(named(/^Sunday,? 22 November 2026, closed$/)).toHaveProperty(
    "disabled",
    true,
  );
  const stops = document.querySelectorAll("[role=gridcell] [tabindex='0']");
  expect([...stops].map((stop) => stop.textContent)).toEqual(["21"]);
  expect(document.querySelectorAll("[role=grid] th")).toHaveLength(7);
});

test("a picked day is passed on as a plain day", async () => {
  await act(async () => named(/^Wednesday,? 25/).click());
  expect(picked).toEqual(["2026-11-25"]);
  const cell = named(/^Wednesday,? 25/).closest("[role=gridcell]");
  expect(cell?.getAttribute("aria-selected")).toBe("true");
});

test("months before this one and after the last cannot be reached", async () => {
  expect(named(/^Back$/).getAttribute("aria-disabled")).toBe("true");
  await act(async () => named(/^On$/).click());
  await act(async () => named(/^On$/).click());
  find("[role=status]", "January 2027");
  expect(named(/^On$/).getAttribute("aria-disabled")).toBe("true");
});

test("arrows move by day and week past closed days, Page keys by month", async () => {
  await act(async () => named(/21 November/).focus());
  const steps = [
    ["ArrowRight", /23 November/],
    ["ArrowDown", /30 November/],
    ["ArrowUp", /23 November/],
    ["End", /29 November|28 November/],
    ["Home", /23 November|24 November/],
    ["PageDown", /December/],
    ["PageUp", /November/],
  ] as const;
  for (const [name, where] of steps) {
    await key(name);
    expect(focused()).toMatch(where);
  }
});
