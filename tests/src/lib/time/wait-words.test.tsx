/** A wait in words, and on a screen that updates. */
import { createRoot } from "react-dom/client";
import { TO } from "../../../../src/strings/language/intl.ts";
import { expect, test } from "vitest";
import type {
  Estimate,
  WaitFacts,
} from "../../../../convex/queue/rules/waitEstimate.ts";
import { useEstimate } from "../../../../src/lib/time/use-estimate.ts";
import { estimateWords } from "../../../../src/lib/time/wait-words.ts";
import { evenPace, NOW } from "../../samples.ts";
import { act } from "../../act.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Monday, in winter. */
const EVENING = Date.parse("2026-11-23T20:00:00Z");
const MORNING = Date.parse("2026-11-24T09:00:00Z");
const words = (found: Estimate, now = EVENING) =>
  estimateWords(found, {
    ...{ now, timezone: "Europe/London", chairWord: "chair" },
  });
const range = (low: number, high: number): Estimate => ({
  kind: "range",
  low,
  high,
  p50: high,
  isLate: false,
  bounds: { lowAt: 0, highAt: 0 },
});
const afterOpening = (
  at: number | null,
  minutes: { low: number; p50: number; high: number } | null = null,
): Estimate => ({ kind: "afterOpening", at, range: minutes });

test.each<[Estimate, string | null]>([
  [null, null],
  [{ kind: "next", isLate: false }, "any moment now"],
  [{ kind: "next", isLate: true }, "any moment, running a little behind"],
  [range(0, 10), "up to 10 min"],
  [range(15, 25), `about 15${TO}25 min`],
  [range(70, 90), `about 70${TO}90 min`],
  [range(75, 100), `about 1 h 15${TO}1 h 40`],
  [range(60, 100), `about 60 min${TO}1 h 40`],
  [range(0, 120), "up to 2 h 00"],
  [{ kind: "paused", until: null }, "on a break"],
  [{ kind: "paused", until: EVENING }, "on a break until 20:00"],
  [afterOpening(null), "after opening"],
  [afterOpening(MORNING), "after opening tomorrow at 09:00"],
  [afterOpening(MORNING + 2 * DAY), "after opening on Thursday at 09:00"],
  [afterOpening(MORNING + 9 * DAY), "after opening on 3 December at 09:00"],
  [
    afterOpening(MORNING + 2 * DAY, { low: 60, p50: 80, high: 95 }),
    `on Thursday about 10:00${TO}10:35`,
  ],
  [
    afterOpening(MORNING, { low: 0, p50: 4, high: 10 }),
    `tomorrow about 09:00${TO}09:10`,
  ],
])("%o reads %s", (found, text) => expect(words(found)).toBe(text));

test("for an opening on the same day name no day", () => {
  const found = afterOpening(MORNING, { low: 15, p50: 20, high: 25 });
  expect(words(found, MORNING - 60 * MINUTE)).toBe(`about 09:15${TO}09:25`);
});

/** The range on a screen, with its bounds in minutes from NOW. */
function Range({ facts, now }: { facts: WaitFacts; now: number }) {
  const found = useEstimate(facts, 2, now, { isOpen: true });
  if (found?.kind !== "range") return null;
  const [low, high] = [found.bounds.lowAt, found.bounds.highAt].map(
    (at) => (at - NOW) / MINUTE,
  );
  return <output>{`${low} ${high}`}</output>;
}

test("shown bounds do not move with the clock, but with a call", async () => {
  const facts: WaitFacts = {
    pace: evenPace(20),
    lastCallAt: NOW,
    chairs: 1,
    atCounter: 1,
    pause: null,
  };
  const place = document.createElement("div");
  const root = createRoot(place);
  const shown = async (minute: number, more: Partial<WaitFacts> = {}) => {
    const now = NOW + minute * MINUTE;
    await act(async () =>
      root.render(<Range facts={{ ...facts, ...more }} now={now} />),
    );
    return place.textContent;
  };
  const first = await shown(0);
  for (const minute of [0.25, 5, 10, 15])
    expect(await shown(minute)).toBe(first);
  expect(await shown(18, { lastCallAt: NOW + 8 * MINUTE })).not.toBe(first);
  await act(async () => root.unmount());
});
