/** The desk's windows. Outside the two layouts, so turning a tablet keeps an open window and its text. */
import { useEffect } from "react";
import { loadAlertLine } from "../../features/desk/people/called-row";
import { useKeptFocus } from "../../features/desk/people/use-kept-focus";
import { loadListParts } from "../../features/desk/people/waiting-list";
import type { DeskWindow } from "../../features/desk/types";
import { onDemand } from "../../lib/on-demand";
import { loadOverview } from "./cards";
import type { WorkplaceProps } from "./types";
import { useCounter } from "./use-counter";

const deskWindow = onDemand(() => import("../../features/desk/desk-window"));

export function Tools(props: WorkplaceProps & { opened: DeskWindow | null }) {
  const { opened, outbox, queues = [], business, openWindow } = props;
  const { counter, desk } = useCounter(props);
  const isReady = counter !== undefined;
  useKeptFocus(counter);
  // At once, because without a connection they are needed and cannot be loaded.
  useEffect(() => {
    if (!isReady) return;
    void deskWindow.load();
    void loadAlertLine();
    void loadListParts();
    void loadOverview();
  }, [isReady]);
  if (opened === null || counter === undefined) return null;
  return (
    <deskWindow.Screen
      {...{ opened, counter, desk, outbox, queues }}
      shop={business}
      onManageQueues={props.onManageQueues}
      onClose={() => openWindow(null)}
      fallback={null}
    />
  );
}
