/** The days that an owner chooses: each fault is at the field that has it. */
import { expect, test } from "vitest";
import { RangeBar } from "../../../../src/features/reports/range-bar.tsx";
import type { Wrong } from "../../../../src/features/reports/use-range.ts";
import { draw, freshBackend } from "../../fake-backend.tsx";

const backend = freshBackend();
const MISSING = "Error: Choose a first and a last day.";
const none = () => undefined;

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
  await draw(
    backend,
    <RangeBar
      choice="own"
      {...{ own, wrong, queues: [], queueId: null }}
      today="2026-11-23"
      isFull
      canBuy
      {...{ onChoice: none, onOwn: none, onQueue: none }}
      download={{ start: none, busy: false }}
    />,
  );
  const fields = document.querySelectorAll("input[type=date]");
  expect(
    [...fields].map((field) => {
      const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
      const said = ids.map((id) => document.getElementById(id)?.textContent);
      return said.join(" ") || null;
    }),
  ).toEqual(errors);
});
