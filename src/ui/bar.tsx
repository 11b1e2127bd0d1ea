/** A filled bar: a share of a whole. Purely visual; the words beside it carry the number. */
import { cn } from "../lib/cn";

export function Bar(props: { share: number; className?: string }) {
  const { share, className } = props;
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
