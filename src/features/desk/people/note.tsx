/** The desk's note about a person. Customers never see it (product.md D14). */
import { StickyNote } from "lucide-react";
import { dashboard } from "../../../strings/dashboard";

export function Note({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm font-medium text-ink-2">
      <StickyNote className="size-4 shrink-0" />
      <span className="sr-only">{dashboard.desk.note}:</span>
      <span className="truncate" dir="auto" title={note}>
        {note}
      </span>
    </p>
  );
}
