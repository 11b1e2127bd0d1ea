/** The button at the bottom edge: what it does, and why it may fail. */
import type { ReactNode } from "react";
import { useFreshness } from "../../lib/server/connection";
import { customers as strings } from "../../strings/customers";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";

type Props = {
  busy: boolean;
  verb: string;
  /** Why a refusal is likely. */
  unlikely: string | null;
  /** Below the button otherwise. */
  note: string | null;
  /** Above the button: the status, or what is booked. */
  children: ReactNode;
};

/** Neutral but enabled where a refusal is likely: the server decides and gives the reason. */
export function SubmitBar({ busy, verb, unlikely, note, children }: Props) {
  const { live } = useFreshness();
  const reason = live ? (unlikely ?? note) : strings.join.noConnection;
  return (
    // On wide screens it belongs to the column: a white bar would float.
    <div className="bottom-0 grid gap-1.5 border-t border-transparent px-5 pt-2.5 pb-[max(.875rem,env(safe-area-inset-bottom))] not-low:sticky max-sm:mt-auto max-sm:bg-surface max-sm:shadow-dock sm:bg-canvas">
      {children}
      <Button
        type="submit"
        variant={unlikely === null ? "primary" : "secondary"}
        size="xl"
        className="w-full"
        busy={busy}
        busyText={everyone.processing}
        disabled={!live}
        aria-describedby={reason === null ? undefined : "join-reason"}
      >
        {verb}
      </Button>
      {reason !== null && (
        <p id="join-reason" className="text-center text-sm text-ink-2">
          {reason}
        </p>
      )}
    </div>
  );
}
