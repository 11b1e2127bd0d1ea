/** An error about the picked day or time, or about a failed load. */
import { CircleAlert } from "lucide-react";
import { intoView } from "../../lib/into-view";
import { everyone } from "../../strings/everyone";

export function SlotError({ message }: { message: string }) {
  return (
    <p
      ref={intoView}
      id="slot-error"
      role="alert"
      className="mt-3 flex items-start gap-1.5 text-sm font-semibold text-danger-text"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="sr-only">{everyone.errorMark} </span>
        {message}
      </span>
    </p>
  );
}
