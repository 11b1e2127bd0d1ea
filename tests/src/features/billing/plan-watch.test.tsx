/** 'Subscription upgraded to Pro!' is shown once per change. */
import { toast } from "react-hot-toast/headless";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import {
  PlanWatch,
  planNews,
} from "../../../../src/features/billing/plan-watch.tsx";
import ReportsScreen from "../../../../src/routes/reports.tsx";
import { closeDrawn, freshBackend } from "../../fake-backend.tsx";
import { beSigned, open, owner, page } from "../../fake-session.tsx";
import { act } from "../../act.ts";

const TOLD = "Subscription upgraded to Pro!";
const HERE = <PlanWatch />;
const backend = freshBackend();
beforeEach(() => beSigned("in"));
const be = async (...more: Parameters<typeof owner>) =>
  backend.change(api.account.current.me, {}, owner(...more));

test("the change from Starter to Pro is announced once, and not again when the page is reopened", async () => {
  await be({ plan: "starter" });
  await open(backend, "/dashboard", HERE);
  expect(page()).not.toContain(TOLD);
  await be({ plan: "pro" });
  expect(page()).toContain(TOLD);
  await act(async () => toast.remove());
  await closeDrawn();
  await open(backend, "/dashboard", HERE);
  expect(page()).not.toContain(TOLD);
});

test("an upgrade that began on the reports is announced there", async () => {
  backend.set(api.desk.queues.list, {}, []);
  backend.set(api.reports.periods.began, { queueId: null }, { day: null });
  await be({ plan: "starter" });
  await open(backend, "/reports", <ReportsScreen />);
  await be({ plan: "pro" });
  expect(page()).toContain(TOLD);
});

test.each([
  [null, "pro", true, { tell: false, store: "pro" }],
  ["starter", "pro", true, { tell: true, store: "pro" }],
  ["starter", "pro", false, { tell: false, store: "starter" }],
  ["pro", "pro", true, { tell: false, store: "pro" }],
  ["pro", "starter", true, { tell: false, store: "starter" }],
  ["enterprise", "pro", true, { tell: false, store: "pro" }],
  ["starter", "enterprise", true, { tell: false, store: "enterprise" }],
] as const)("seen %s, now %s, paid: %s", (seen, plan, isSubscribed, news) => {
  expect(planNews(seen, { plan, isSubscribed })).toEqual(news);
});
