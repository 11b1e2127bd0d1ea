/** A filled bar: a share of a whole. Purely visual; the words beside it carry the number. */
import { cn } from "../lib/cn";

/** @param share 0 to 1; more is drawn as full */
export function Bar({
  share,
  className,
}: {
  share: number;
  className?: string;
}) {
  const width = `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
  return (
    <div className="h-1.5 rounded-full bg-pressed" aria-hidden="true">
      <div
        className={cn("bar-fill h-full rounded-full", className ?? "bg-ink-3")}
        style={{ width }}
      />
    </div>
  );
}
