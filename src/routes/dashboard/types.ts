/** What the dashboard's layouts are given by workplace.tsx. */
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
  /** Who is signed in. */
  email: string;
  /** undefined: still loading, or failed before any were known. */
  queues: readonly Queue[] | undefined;
  /** That they cannot be had now, with a way to ask again; false while they can. */
  queuesFailed: ReactNode;
  selection: Selection;
  /** The selected queue; null with 'All Queues' or none. */
  queue: Queue | null;
  freshness: Freshness;
  /** What was done at the desk and is on its way. */
  outbox: DeskOutbox;
  planActions: PlanActions;
  /** What is to be known about the subscription, at the top. */
  notice: ReactNode;
  onSelect: (selection: string) => void;
  onManageQueues: () => void;
  /** Opens 'Joining and bookings'. */
  onVisitRules: () => void;
  newcomers: Newcomers;
  /** Opens a text to somebody who has given a number; null where the plan sends none. */
  onText: ((person: Person) => void) | null;
  /** Opens a window of the desk, or closes it. */
  openWindow: (window: DeskWindow | null) => void;
  openAppointment: (window: OpenAppointment | null) => void;
  onSignOutEverywhere: () => void;
  /** An action needs a queue: puts the focus on the choice. */
  onNoQueue: () => void;
  /** The desk is started anew after a failure. */
  onAgain: () => void;
};

/** Nothing is known of the queues and the server does not say: there is no desk to show. */
export function isLost({
  queues,
  queuesFailed,
}: Pick<WorkplaceProps, "queues" | "queuesFailed">): boolean {
  return queues === undefined && queuesFailed !== false;
}
