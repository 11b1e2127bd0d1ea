/** Around a window that loads on demand. Without a connection its file may be missing: the counter stays and says so. */
import { useConvex } from "convex/react";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { maySend } from "../../lib/server/convex-client";
import { dashboard } from "../../strings/dashboard";
import { parts } from "../../strings/parts";
import { CardBoundary } from "../../ui/card-boundary";
import { lastWords } from "../../ui/last-words";

export function WindowBoundary(props: {
  onClose: () => void;
  children: ReactNode;
}) {
  const { onClose, children } = props;
  return (
    <CardBoundary frame={() => <Missing onClose={onClose} />}>
      {children}
    </CardBoundary>
  );
}

function Missing({ onClose }: { onClose: () => void }) {
  const convex = useConvex();
  const tell = useEffectEvent(() => {
    lastWords.refused(
      maySend(convex) ? parts.partFailed : dashboard.desk.notDone,
    );
    onClose();
  });
  useEffect(() => tell(), []);
  return null;
}
