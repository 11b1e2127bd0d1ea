/** What admins read on /admin/operations. product.md O60, O61. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Look } from "../../../convex/upkeep/rules/operations.ts";
import AdminOperations from "../../../src/routes/admin/operations.tsx";
import { draw, find, freshBackend, press } from "../fake-backend.tsx";

import { act } from "../act.ts";
import { getFunctionName as nameOf } from "convex/server";

const NOW = Date.UTC(2027, 0, 12, 10);
const HOUR = 3_600_000;
const NOTHING = { waiting: 0, lateMs: 0, failed: 0 };

const figures = {
  trouble: "Writing failed: the disk is full (SQLITE_FULL).",
  failingCrons: ["count the whole platform"],
  startedAt: NOW - 50 * HOUR,
  backupAt: NOW - 30 * HOUR,
  databaseBytes: 1_200_000_000,
  journalBytes: 0,
  freeBytes: 900_000_000,
  diskBytes: 64_000_000_000,
  memoryBytes: 210_000_000,
  sockets: 1234,
  subscriptions: 5,
  mutationsWaiting: 0,
  actionsRunning: 0,
  actionsWaiting: 0,
  jobsDue: 3,
  jobsLateMs: 90_000,
  loopP99Ms: 250,
  loopMaxMs: 900,
  calls: 10_000,
  failed: 2,
  functions: [
    {
      name: nameOf(api.line.tickets.join),
      kind: "mutation",
      calls: 9,
      failed: 2,
      p99Ms: 12,
    },
    {
      name: "desk/actions:look",
      kind: "query",
      calls: 1,
      failed: 0,
      p99Ms: null,
    },
  ],
};

/** All is well except for the given figures. */
function seen(given: Partial<Look> = {}): Look {
  const product = {
    ...{ waitingNow: 3, servedToday: 40, countedAt: NOW, alarmsLate: 2 },
    upkeep: [{ job: "staleWaiting", failures: 2, rows: 7 }],
    ...{ mails: { waiting: 100, lateMs: 2 * HOUR, failed: 4 } },
    ...{ texts: NOTHING, calendars: NOTHING },
  };
  const server = { kind: "figures" as const, figures };
  return { at: NOW, product, server, troubles: [], ...given };
}

const backend = freshBackend();
let answer: () => Promise<Look>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  answer = async () => seen();
  backend.on(api.upkeep.operations.look, () => answer());
});
afterEach(() => void vi.useRealTimers());
const show = async () => await draw(backend, <AdminOperations />);
const status = () => find('[role="status"][aria-label="Needs attention"]', /./);

test("the page says that all is well, with the figures", async () => {
  await show();
  expect(status().textContent).toBe("All is well.");
  find("tr", "E-mails100+2 hrs4");
  find("tr", "line/tickets:joinmutation9212 ms");
  find("tr", "desk/actions:lookquery10–");
  find("dl > div", "Free disk space900 MB of 64 GB");
  find("section", "Open pagesright now1234");
});

test("until the operator has set a name and address, admins read it as on /privacy", async () => {
  const query = api.privacy.notice.current;
  await show();
  expect(document.body.textContent).not.toContain("OPERATOR_NAME");
  await backend.change(query, {}, { operator: null });
  find("p", /^This server's operator hasn't given a name and address yet/);
  find("p", /^Operator: set OPERATOR_NAME and OPERATOR_ADDRESS/);
  await backend.change(query, {}, { operator: { name: "Ann" } });
  expect(document.body.textContent).not.toContain("OPERATOR_NAME");
});

test("each trouble is shown with its amount and what to do", async () => {
  const kinds = [
    ...(["serverUnwell", "diskLow", "jobsLate", "alarmsLate"] as const),
    ...(["upkeepStopped", "upkeepPassed", "cronsFailing"] as const),
    ...(["mailsLate", "serverSlow", "callsFailed", "mailsFailed"] as const),
  ];
  answer = async () =>
    seen({ troubles: kinds.map((kind) => ({ kind, isUrgent: true })) });
  await show();
  const told = [...status().querySelectorAll("p:first-child")];
  expect(told.map(({ textContent }) => textContent)).toEqual([
    "The server is unhealthy: Writing failed: the disk is full (SQLITE_FULL).",
    "Only 900 MB is left on the disk.",
    "Jobs have been due for 1.5 mins.",
    "Alarms for calls, bookings and pauses that didn't run: 2.",
    "Maintenance jobs are stuck: staleWaiting (2 tries).",
    "Maintenance is skipping rows that fail: staleWaiting (7 rows).",
    "Scheduled tasks failed on their last run: count the whole platform.",
    "E-mails have been waiting for 2 hrs.",
    "The server answers up to 250 ms late.",
    "Calls that failed since the server started: 2.",
    "E-mails that failed in the last hour: 4.",
  ]);
  expect(status().querySelectorAll("p + p")).toHaveLength(kinds.length);
});

test("the page says where the figures are on another server", async () => {
  answer = async () => seen({ server: { kind: "elsewhere" } });
  await show();
  find("a", "Open the Convex dashboard");
  find("section", "Open pagesright now–");
});

test("the page refreshes every ten seconds; a failure is reported and the last figures stay", async () => {
  await show();
  const looks = () => backend.sent.length;
  const first = looks();
  await act(async () => vi.advanceTimersByTime(10_000));
  expect(looks()).toBe(first + 1);
  answer = () => Promise.reject(new Error("cut"));
  await press(/^Refresh/);
  find("div", /^The figures could not be loaded\./);
  find("tr", /^E-mails100\+/);
  answer = async () => seen({ troubles: [] });
  await press(/^Refresh/);
  expect(document.body.textContent).not.toContain("could not be loaded");
});

test("the page offers to try again when there are no figures", async () => {
  answer = () => Promise.reject(new Error("cut"));
  await show();
  find("div", /^The figures could not be loaded\./);
  answer = async () => seen();
  await press("Try Again");
  expect(status().textContent).toBe("All is well.");
});
