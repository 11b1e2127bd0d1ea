/** The props that workplace.tsx passes to the dashboard's layouts. */
import type { ReactNode } from "react";
import type { OpenAppointment } from "../../features/appointments/types";
import type { DeskWindow, Newcomers, Person } from "../../features/desk/types";
import type { DeskOutbox } from "../../features/desk/outbox/use-outbox";
import type { Selection } from "../../features/queues/selection";
import type { Queue } from "../../features/queues/types";
import type { Business, PlanActions } from "../../features/shell/types";
import type { Freshness } from "../../lib/server/connection";

/** Everything the two layouts need. */
export type WorkplaceProps = {
  business: Business;
  /** The signed-in user. */
  email: string;
  /** undefined: still loading, or failed before any were known. */
  queues: readonly Queue[] | undefined;
  /** The error, with a retry button, while they cannot be loaded; otherwise false. */
  queuesFailed: ReactNode;
  selection: Selection;
  /** The selected queue; null with 'All Queues' or none. */
  queue: Queue | null;
  freshness: Freshness;
  /** The pending desk actions. */
  outbox: DeskOutbox;
  planActions: PlanActions;
  /** Notices about the subscription, at the top. */
  notice: ReactNode;
  onSelect: (selection: string) => void;
  onManageQueues: () => void;
  /** Opens 'Joining and bookings'. */
  onVisitRules: () => void;
  newcomers: Newcomers;
  /** Opens a text to a person with a phone number. null where the plan sends none. */
  onText: ((person: Person) => void) | null;
  /** Opens a window of the desk, or closes it. */
  openWindow: (window: DeskWindow | null) => void;
  openAppointment: (window: OpenAppointment | null) => void;
  onSignOutEverywhere: () => void;
  /** An action needs a queue: focuses the choice. */
  onNoQueue: () => void;
  /** Restarts the desk after a failure. */
  onAgain: () => void;
};

/** The queues are unknown and cannot be loaded, so there is no desk to show. */
export function isLost({
  queues,
  queuesFailed,
}: Pick<WorkplaceProps, "queues" | "queuesFailed">): boolean {
  return queues === undefined && queuesFailed !== false;
}
