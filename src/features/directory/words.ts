/** Days and subscriptions of the directory in words. */
import { plans, planNames, type Plan } from "../../../convex/base/rules/plans";
import { dateIn } from "../../../convex/base/rules/clock";
import { dateOf } from "../../lib/time/format";
import { directory as strings } from "../../strings/admin/directory";
import { number } from "../../strings/language/intl";
import { platformWriting } from "../../strings/language/page-clock";
import type { Listed, Totals } from "./types";

/** "18 Nov 2026", by the device's calendar where businesses of many zones are listed. */
export function shortDate(at: number, timeZone?: string): string {
  return dateOf(at, timeZone, {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}

/** "18 Nov" for '2026-11-18'. */
export function dayMonth(day: string): string {
  const form = { day: "numeric", month: "short" } as const;
  const at = Date.parse(`${day}T12:00:00Z`);
  return dateIn(at, "UTC", form, platformWriting());
}

export function sourceOf(
  props: Pick<Listed, "state" | "source">,
): string | null {
  const { state, source } = props;
  const isInForce = state === "active" || state === "pastDue";
  return isInForce && source !== null ? strings.sources[source] : null;
}

/** The source of a subscription in good standing, else its problem. */
export function standingOf(props: Pick<Listed, "state" | "source">): string {
  const { state, source } = props;
  return state === "active" && source !== null
    ? strings.sources[source]
    : strings.states[state];
}

/** "128 businesses: 71 Starter, 52 Pro, 5 Enterprise". */
export function noteOf({ businesses, byPlan }: Totals): string {
  const each = planNames
    .filter((plan) => byPlan[plan] > 0)
    .map((plan) => strings.onPlan(number(byPlan[plan]), plans[plan].label));
  return strings.note(businesses, each);
}

/** The number of businesses in a list without a search text; null where it is not counted. */
export function totalOf(
  totals: Totals | undefined,
  asked: { text: string; plan: Plan | null; state: Listed["state"] | null },
): number | null {
  const { text, plan, state } = asked;
  if (totals === undefined || text !== "") return null;
  if (plan !== null && state !== null) return null;
  if (plan !== null) return totals.byPlan[plan];
  return state === null ? totals.businesses : totals.byState[state];
}

export function shownOf(
  before: number,
  rows: number,
  all: number | null,
): string {
  if (rows === 0) return before === 0 ? "" : strings.noMore;
  const from = number(before + 1);
  const to = number(before + rows);
  // Counted separately from the list, so it may be slightly behind.
  return all === null || all < before + rows
    ? strings.shown(from, to)
    : strings.shownOf(from, to, number(all));
}

export function mayUpgrade(props: Pick<Listed, "plan" | "isErasing">): boolean {
  const { plan, isErasing } = props;
  return !isErasing && plan !== planNames.at(-1);
}
