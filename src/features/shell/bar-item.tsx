/** A place in the bar at the bottom of a phone. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../lib/cn";

export function barLook(current: boolean): string {
  return cn(
    "flex min-h-[3.9375rem] flex-col items-center justify-center gap-0.5 text-sm font-semibold",
    current ? "text-brand-text" : "text-ink-2",
  );
}

export function Picture(props: {
  icon: LucideIcon;
  current: boolean;
  children?: ReactNode;
}) {
  const { icon: Icon, current, children } = props;
  return (
    <span
      className={cn(
        "relative grid h-7.5 w-14 place-items-center rounded-full",
        current && "bg-brand-soft",
      )}
    >
      <Icon className="size-6" />
      {children}
    </span>
  );
}
