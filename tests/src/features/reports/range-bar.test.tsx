/** The days that an owner chooses: each fault is at the field that has it. */
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";
import { RangeBar } from "../../../../src/features/reports/range-bar.tsx";
import type { Days } from "../../../../src/features/reports/ranges.ts";
import {
  useRange,
  type Wrong,
} from "../../../../src/features/reports/use-range.ts";
import { draw, find, freshBackend } from "../../fake-backend.tsx";
import { act } from "../../act.ts";

const backend = freshBackend();
const MISSING = "Error: Choose a first and a last day.";
const none = () => undefined;

const bar = (own: Days, wrong: Wrong | null) => (
  <RangeBar
    choice="own"
    {...{ own, wrong, queues: [], queueId: null }}
    today="2026-11-23"
    isFull
    canBuy
    {...{ onChoice: none, onOwn: none, onQueue: none }}
    download={{ start: none, busy: false }}
  />
);

test.each([
  ["missing", { from: "2026-11-01", to: "" }, [null, MISSING]],
  ["missing", { from: "", to: "2026-11-20" }, [MISSING, null]],
  ["missing", { from: "", to: "" }, [MISSING, MISSING]],
  [
    "order",
    { from: "2026-11-20", to: "2026-11-01" },
    ["Error: The first day can't be after the last.", null],
  ],
] as const)("%s: %o", async (wrong: Wrong, own, errors) => {
  await draw(backend, bar(own, wrong));
  const fields = document.querySelectorAll("input[type=date]");
  expect(
    [...fields].map((field) => {
      const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
      const said = ids.map((id) => document.getElementById(id)?.textContent);
      return said.join(" ") || null;
    }),
  ).toEqual(errors);
});

test("a half-typed date: no word while a field is edited, and no download", async () => {
  await draw(backend, bar({ from: "", to: "2026-11-20" }, "missing"));
  const [first] = document.querySelectorAll<HTMLElement>("input[type=date]");
  await act(async () => first?.focus());
  expect(document.body.textContent).not.toContain("Error:");
  expect(find("button", /Download CSV/)).toHaveProperty("disabled", true);
  await act(async () => first?.blur());
  expect(document.body.textContent).toContain(MISSING);
});

test("a half-typed date: the report keeps the last valid days, and so does the address", async () => {
  let range: ReturnType<typeof useRange> | undefined;
  function Reader() {
    range = useRange("2026-11-23", true, "last");
    return <p>{useLocation().search}</p>;
  }
  const address = "/?days=own&from=2026-11-01&to=2026-11-20";
  await draw(
    backend,
    <MemoryRouter initialEntries={[address]}>
      <Reader />
    </MemoryRouter>,
  );
  await act(async () => range?.setOwn({ from: "", to: "2026-11-20" }));
  expect(range?.wrong).toBe("missing");
  expect(range?.days).toEqual({ from: "2026-11-01", to: "2026-11-20" });
  expect(document.body.textContent).toContain("from=2026-11-01");
  await act(async () =>
    range?.setOwn({ from: "2026-11-02", to: "2026-11-20" }),
  );
  expect(range?.days?.from).toBe("2026-11-02");
});
