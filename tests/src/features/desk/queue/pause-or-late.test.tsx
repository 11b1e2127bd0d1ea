/** Pause or late: one button in its three states, and what each sends. product.md F5 */
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { PauseOrLate } from "../../../../../src/features/desk/queue/pause-or-late.tsx";
import type { Board } from "../../../../../src/features/desk/types.ts";
import {
  call,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { act } from "../../../act.ts";
import { board, id, NOW, requestKey } from "../../../samples.ts";
import { texts } from "../../../user.ts";
import { stubWidth } from "../../../width.ts";

const backend = freshBackend();
const { setPause, resume } = api.desk.queues;
const { setNotice, clearNotice } = api.profile.businesses;
const { queueId } = board();
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  for (const mutation of [setPause, resume, setNotice, clearNotice]) {
    backend.on(mutation, () => null);
  }
});

type Given = Partial<Parameters<typeof PauseOrLate>[0]>;
const LONDON = { notice: null, timezone: "Europe/London" };
const show = async (boards: readonly Board[], more: Given = {}) =>
  await drawWithToasts(
    backend,
    <PauseOrLate boards={boards} shop={LONDON} wide {...more} />,
  );
const only = () => {
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons).toHaveLength(1);
  return buttons[0];
};
const pause = (minutes: number | null) => ({
  since: NOW,
  until: minutes === null ? null : NOW + minutes * MINUTE,
});
const lateFor = (minutes: number, until = NOW + 60 * MINUTE) => ({
  ...LONDON,
  notice: { minutes, since: NOW, until },
});

describe("open and on time", () => {
  test.each([
    [true, "Pause or late"],
    [false, "Pause"],
  ])("wide %s: it reads '%s'", async (wide, words) => {
    await show([board()], { wide });
    expect(only()?.textContent).toBe(words);
  });

  test.each([
    [true, "[role=menu]"],
    [false, "[role=dialog]"],
  ])(
    "wide %s: its menu says what a pause means, and has every choice",
    async (wide, menu) => {
      stubWidth(wide);
      await show([board()]);
      await press("Pause or late");
      expect(texts(`${menu} p`)).toEqual([
        "Pause: nobody is told to come",
        "Running late: waits get longer",
      ]);
      expect(texts(`${menu} button:not([aria-label])`)).toEqual([
        ...["For 15 minutes", "For 30 minutes", "For 60 minutes"],
        "Until I press Resume",
        ...["15 min late", "30 min late", "45 min late", "60 min late"],
      ]);
    },
  );

  test.each([
    ["For 15 minutes", 15],
    ["For 60 minutes", 60],
    ["Until I press Resume", null],
  ])("'%s' pauses", async (label, minutes) => {
    await show([board()]);
    await press("Pause or late");
    await press(label);
    const { until } = pause(minutes);
    expect(backend.sent).toEqual([
      call(setPause, { requestKey, queueId, until }),
    ]);
  });

  test("'30 min late' is told for an hour", async () => {
    await show([board()]);
    await press("Pause or late");
    await press("30 min late");
    expect(backend.sent).toEqual([
      call(setNotice, { requestKey, minutes: 30, lasts: 60 }),
    ]);
  });

  test("a failure is told", async () => {
    backend.fail(setPause);
    await show([board()]);
    await press("Pause or late");
    await press("For 15 minutes");
    find("[role=alert]", "An error occurred. Please try again.");
  });

  test("a delay that is over is none", async () => {
    await show([board()], { shop: lateFor(15, NOW - 1) });
    expect(only()?.textContent).toBe("Pause or late");
  });
});

describe("paused", () => {
  test("it reads Resume with the end in the business's time zone, and ends the pause", async () => {
    const shop = { notice: null, timezone: "Asia/Kathmandu" };
    await show([board({ pause: pause(30) })], { shop });
    expect(only()?.textContent).toBe("Resumeuntil 17:57");
    await press(/^Resume/);
    expect(backend.sent).toEqual([call(resume, { requestKey, queueId })]);
  });

  test("without an end it reads Resume alone, also while the shop runs late", async () => {
    await show([board({ pause: pause(null) })], { shop: lateFor(15) });
    expect(only()?.textContent).toBe("Resume");
  });
});

describe("late", () => {
  test("it reads how late, and ends it", async () => {
    await show([board()], { shop: lateFor(15) });
    expect(only()?.textContent).toBe("15 min lateBack on time");
    await press(/Back on time/);
    expect(backend.sent).toEqual([call(clearNotice, { requestKey })]);
  });
});

describe("all queues", () => {
  const other = (more: Partial<Board> = {}) =>
    board({ queueId: id("other"), ...more });

  test("all are paused at once", async () => {
    await show([board(), other()]);
    await press("Pause or late");
    await press("Until I press Resume");
    expect(backend.sent).toEqual(
      ["walk-ins", "other"].map((each) =>
        call(setPause, { requestKey, queueId: each, until: null }),
      ),
    );
  });

  test("it says that some are paused, also while the shop runs late, and its menu ends each pause", async () => {
    const paused = other({ pause: pause(15), name: "Beard" });
    await show([board(), paused], { shop: lateFor(15) });
    await press("1 paused");
    await press("Resume Beard");
    expect(backend.sent).toEqual([
      call(resume, { requestKey, queueId: "other" }),
    ]);
  });

  test("Resume stands there once all are paused, and ends every pause", async () => {
    await show([board({ pause: pause(15) }), other({ pause: pause(30) })]);
    await press(/^Resume/);
    expect(backend.sent).toEqual(
      ["walk-ins", "other"].map((each) =>
        call(resume, { requestKey, queueId: each }),
      ),
    );
  });
});

test("without a queue it is disabled", async () => {
  await show([]);
  expect(only()?.disabled).toBe(true);
});

test.each<[string, Board, Given, string[]]>([
  ["a pause", board(), {}, ["Pause or late", "For 15 minutes"]],
  ["a delay", board(), {}, ["Pause or late", "15 min late"]],
  ["its end", board({ pause: pause(null) }), {}, ["Resume"]],
  [
    "being on time",
    board(),
    { shop: lateFor(15) },
    ["15 min lateBack on time"],
  ],
])(
  "without a connection %s is refused with the reason, and not sent later",
  async (_what, at, more, buttons) => {
    backend.connect(false);
    await show([at], more);
    for (const button of buttons) await press(button);
    find("[role=alert]", "You're offline. Nothing was changed.");
    expect(backend.sent).toEqual([]);
  },
);

test("the button that takes the place of another has its focus, but takes none", async () => {
  let show: (board: Board) => void = () => undefined;
  function Changing() {
    const [at, set] = useState(board());
    show = set;
    return <PauseOrLate boards={[at]} shop={LONDON} wide />;
  }
  await drawWithToasts(backend, <Changing />);
  const paused = async (at: Board["pause"]) =>
    await act(async () => show(board({ pause: at })));
  only()?.focus();
  await paused(pause(15));
  expect(document.activeElement).toBe(only());
  await paused(null);
  expect(document.activeElement).toBe(only());
  only()?.blur();
  await paused(pause(15));
  expect(document.activeElement).toBe(document.body);
});
