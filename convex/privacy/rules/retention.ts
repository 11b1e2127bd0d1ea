/** How long customers' personal data is kept. product.md U7. */
import { KEPT_MS } from "../../base/rules/kept";
import type { EndReason } from "../../queue/rules/ticketState";

const HOUR = 60 * 60_000;

/** After the end of a visit, in ms; an hour less, for a late run. */
export const PERSON_KEPT_MS = KEPT_MS.person - HOUR;

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
