/** The 'Reset Queue' button. Its confirmation is in reset-window.tsx. */
import { RotateCcw } from "lucide-react";
import { dashboard as strings } from "../../../strings/dashboard";
import { Button } from "../../../ui/button";
import { deskToasts } from "../desk-toasts";
import type { Desk } from "../use-desk";

export function ResetQueue({
  hasQueue,
  desk,
  disabled,
  onNoQueue,
}: {
  hasQueue: boolean;
  desk: Desk;
  /** Without a connection customers cannot be notified; while queues load, one may already be picked. */
  disabled: boolean;
  onNoQueue: () => void;
}) {
  return (
    <Button
      variant="quietDanger"
      icon={RotateCcw}
      disabled={disabled}
      className="-mr-2"
      onClick={() => {
        if (hasQueue) return desk.open({ name: "reset" });
        deskToasts.error(strings.desk.pickQueueToReset);
        onNoQueue();
      }}
    >
      {strings.desk.reset}
    </Button>
  );
}
