/** The desk's windows. Outside the two layouts, so turning a tablet keeps an open window and its text. */
import { useEffect, useState } from "react";
import { loadAlertLine } from "../../features/desk/people/called-row";
import { loadListParts } from "../../features/desk/people/waiting-list";
import type { DeskWindow } from "../../features/desk/types";
import { onDemand } from "../../lib/on-demand";
import { loadOverview } from "./cards";
import type { WorkplaceProps } from "./types";
import { useCounter } from "./use-counter";
import { WindowBoundary } from "./window-boundary";

const deskWindow = onDemand(() => import("../../features/desk/desk-window"));

export function Tools({
  opened,
  ...props
}: WorkplaceProps & { opened: DeskWindow | null }) {
  const isReady = props.queues !== undefined;
  // At once, because without a connection they are needed and cannot be loaded.
  useEffect(() => {
    if (!isReady) return;
    void deskWindow.load();
    void loadAlertLine();
    void loadListParts();
    void loadOverview();
  }, [isReady]);
  return (
    opened && (
      <WindowBoundary onClose={() => props.openWindow(null)}>
        <Window {...props} opened={opened} />
      </WindowBoundary>
    )
  );
}

/** A second reader of the counter, so only while a window is open. */
function Window(props: WorkplaceProps & { opened: DeskWindow }) {
  const { opened, outbox, queues = [], business, openWindow } = props;
  const { counter: newest, desk } = useCounter(props);
  // While another queue loads, the window stays, with what is typed there.
  const [counter, setCounter] = useState(newest);
  if (newest !== undefined && newest !== counter) setCounter(newest);
  if (counter === undefined) return null;
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
