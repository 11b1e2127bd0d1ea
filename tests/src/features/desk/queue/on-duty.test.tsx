/** Chairs on duty and the pause: what is sent, and what stays unchanged. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import { MOST_CHAIRS } from "../../../../../convex/queue/rules/chairs.ts";
import { ChairsStepper } from "../../../../../src/features/desk/queue/chairs-stepper.tsx";
import {
  PauseButton,
  PauseNotice,
} from "../../../../../src/features/desk/queue/pause-queue.tsx";
import { serverNow } from "../../../../../src/lib/server/server-clock.ts";
import {
  call,
  draw,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../../fake-backend.tsx";
import { board, NOW, requestKey } from "../../../samples.ts";
import { getFunctionName as nameOf } from "convex/server";

const backend = freshBackend();
const queueId = board().queueId;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  for (const name of ["setChairs", "setPause", "resume"] as const) {
    backend.on(api.desk.queues[name], () => null);
  }
});

/** Icons have no text, only a name. */
function pressNamed(name: string): void {
  const button = find(`button[aria-label='${name}']`, /^/);
  button.click();
}
const HERE = { undoPlace: "toast", disabled: false } as const;
const LONDON = { notice: null, timezone: "Europe/London" };

test("chairs on duty: change by one and not below one", async () => {
  await draw(backend, <ChairsStepper board={board({ chairs: 1 })} {...HERE} />);
  find("output", "1");
  pressNamed("One chair fewer");
  expect(backend.sent).toEqual([]);
  pressNamed("One chair more");
  expect(backend.sent).toEqual([
    call(api.desk.queues.setChairs, { requestKey, queueId, chairs: 2 }),
  ]);
  await draw(
    backend,
    <ChairsStepper board={board({ chairs: MOST_CHAIRS })} {...HERE} />,
  );
  find("output", String(MOST_CHAIRS));
});

test("chairs on duty: can be undone right away", async () => {
  backend.on(api.desk.queues.setChairs, () => "event");
  backend.on(api.desk.actions.undo, () => ({ ok: true }));
  await drawWithToasts(
    backend,
    <>
      <ChairsStepper board={board({ chairs: 2 })} {...HERE} />
      <button type="button">wait</button>
    </>,
  );
  pressNamed("One chair more");
  await press("wait");
  find("[role=status]", /3 chairs on duty/);
  await press("Undo");
  expect(backend.sent.at(-1)).toEqual(
    call(api.desk.actions.undo, { requestKey, eventId: "event" }),
  );
});

test("chairs on duty: stay unchanged without a connection", async () => {
  await draw(
    backend,
    <ChairsStepper board={board({ chairs: 2 })} {...HERE} disabled />,
  );
  pressNamed("One chair more");
  expect(backend.sent).toEqual([]);
});

test("chairs on duty: report an error when the server fails", async () => {
  backend.fail(api.desk.queues.setChairs);
  await drawWithToasts(
    backend,
    <>
      <ChairsStepper board={board({ chairs: 2 })} {...HERE} />
      <button type="button">wait</button>
    </>,
  );
  pressNamed("One chair fewer");
  await press("wait");
  find("[role=alert]", "An error occurred. Please try again.");
});

test.each([
  ["For 15 minutes", 15],
  ["For 60 minutes", 60],
  ["Until I resume", null],
])("a pause: %s", async (label, minutes) => {
  await draw(backend, <PauseButton board={board()} {...HERE} />);
  await press("Pause");
  const before = serverNow();
  await press(label);
  const [{ name, args } = { name: "", args: {} }] = backend.sent;
  expect(name).toBe(nameOf(api.desk.queues.setPause));
  if (minutes === null) {
    expect(args["until"]).toBeNull();
    return;
  }
  const lasts = Number(args["until"]) - before;
  expect(lasts).toBeGreaterThanOrEqual(minutes * 60_000);
  expect(lasts).toBeLessThan(minutes * 60_000 + 1_000);
});

test("a pause: is shown with its end in the business's time zone, and ended with one press", async () => {
  const pause = { since: NOW, until: NOW + 30 * 60_000 };
  await draw(
    backend,
    <PauseNotice
      undoPlace="toast"
      board={board({ pause })}
      business={{ notice: null, timezone: "Asia/Kathmandu" }}
    />,
  );
  find("[role=status]", /^Paused until 17:57\. Customers are told\./);
  await press("Resume");
  expect(backend.sent).toEqual([
    call(api.desk.queues.resume, { requestKey, queueId }),
  ]);
});

test("a pause: without an end says so; without a pause the notice is empty", async () => {
  const pause = { since: NOW, until: null };
  await draw(
    backend,
    <PauseNotice
      undoPlace="toast"
      board={board({ pause })}
      business={LONDON}
    />,
  );
  find("[role=status]", /^Paused\. Customers are told\./);
  await draw(
    backend,
    <PauseNotice undoPlace="toast" board={board()} business={LONDON} />,
  );
  find("[role=status]", "");
});

test("a pause: 'running late' is announced from the same menu, shown, and ended", async () => {
  backend.on(api.profile.businesses.setNotice, () => null);
  backend.on(api.profile.businesses.clearNotice, () => null);
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const notice = { minutes: 15, since: NOW, until: NOW + 60 * 60_000 };
  await draw(
    backend,
    <>
      <PauseButton board={board()} {...HERE} />
      <PauseNotice
        undoPlace="toast"
        board={board()}
        business={{ ...LONDON, notice }}
      />
    </>,
  );
  await press("Pause");
  await press("Say we run 15 min late");
  expect(backend.sent).toEqual([
    call(api.profile.businesses.setNotice, {
      minutes: 15,
      lasts: 60,
      requestKey,
    }),
  ]);
  find(
    "[role=status]",
    /^Running 15 min late until 12:42\. Customers are told\./,
  );
  await press("In time again");
  expect(backend.sent.at(-1)).toEqual({
    ...call(api.profile.businesses.clearNotice, { requestKey }),
  });
});
