/** How long customers' personal data is kept. product.md U7. */
import type { EndReason } from "../../queue/rules/ticketState";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** After the end of a visit, in ms: 30 days, less an hour for a late run. */
export const PERSON_KEPT_MS = 30 * DAY - HOUR;

/** What happens to tickets by end reason: kept without personal data, or deleted after a week. */
const ENDED = {
  served: "kept",
  noShow: "kept",
  skippedByStaff: "kept",
  removedByStaff: "deleted",
  left: "deleted",
  reset: "kept",
  queueClosed: "kept",
  stale: "kept",
} as const satisfies Record<EndReason, "kept" | "deleted">;

export type DeletedReason = {
  [Reason in EndReason]: (typeof ENDED)[Reason] extends "deleted"
    ? Reason
    : never;
}[EndReason];
