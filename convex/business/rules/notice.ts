/** 'Running about 15 min late': what a shop shows to waiting customers, and for how long. product.md F5 */
import type { Infer } from "convex/values";
import type { noticeValidator } from "./validators";
import { appError } from "../../base/rules/errors";

export type Notice = Infer<typeof noticeValidator>;

/** Allowed delays in minutes. */
const LATE = { least: 5, most: 120 };
/** Allowed durations of the notice in minutes. */
const LASTS = { least: 5, most: 24 * 60 };
const MINUTE_MS = 60_000;

/** A notice that begins now, or changes a current one. @throws invalidInput for figures that our pages do not send */
export function newNotice(
  { minutes, lasts }: { minutes: number; lasts: number },
  before: Notice | undefined,
  now: number,
): Notice {
  if (!isWithin(minutes, LATE) || !isWithin(lasts, LASTS)) {
    throw appError("invalidInput");
  }
  const since = minutesLate(before, now) === 0 ? now : (before?.since ?? now);
  return { minutes, since, until: now + lasts * MINUTE_MS };
}

/** The shop's delay at `now`: 0 without a notice, or after its end. */
export function minutesLate(notice: Notice | null | undefined, now: number) {
  return notice && now < notice.until ? notice.minutes : 0;
}

function isWithin(value: number, range: { least: number; most: number }) {
  return Number.isInteger(value) && value >= range.least && value <= range.most;
}
