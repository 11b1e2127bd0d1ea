/** The props that workplace.tsx passes to the dashboard's layouts. */
import type { ReactNode } from "react";
import type { OpenAppointment } from "../../features/appointments/types";
import type { DeskWindow, Newcomers, Person } from "../../features/desk/types";
import type { DeskOutbox } from "../../features/desk/outbox/use-outbox";
import type { Selection } from "../../features/queues/selection";
import type { Queue } from "../../features/queues/types";
import type { Business, Upgrade } from "../../features/shell/types";
import type { Freshness } from "../../lib/server/connection";

export type WorkplaceProps = {
  business: Business;
  /** undefined: still loading, or failed before any were known. */
  queues: readonly Queue[] | undefined;
  /** The error, with a retry button, while they cannot be loaded; otherwise false. */
  queuesFailed: ReactNode;
  selection: Selection;
  /** The selected queue; null with 'All Queues' or none. */
  queue: Queue | null;
  /** Whether the counter shows only the user's own called people. */
  onlyMine: boolean;
  setOnlyMine: (is: boolean) => void;
  freshness: Freshness;
  outbox: DeskOutbox;
  upgrade: Upgrade | null;
  onSelect: (selection: string) => void;
  onManageQueues: () => void;
  newcomers: Newcomers;
  /** Opens a text to a person with a phone number. null where the plan sends none. */
  onText: ((person: Person) => void) | null;
  openWindow: (window: DeskWindow | null) => void;
  openAppointment: (window: OpenAppointment | null) => void;
  onSignOutEverywhere: () => void;
  onNoQueue: () => void;
};

export function isLost(
  props: Pick<WorkplaceProps, "queues" | "queuesFailed">,
): boolean {
  const { queues, queuesFailed } = props;
  return queues === undefined && queuesFailed !== false;
}
