/** One row of the admin portal's menu. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cn } from "../../lib/cn";

export function AdminItem(props: {
  /** With its words; otherwise as an icon with a tooltip. */
  wide: boolean;
  icon: LucideIcon;
  label: string;
  to: string;
  current: boolean;
  /** At its end, or at the corner of its icon. */
  mark?: ReactNode;
}) {
  const { wide, icon: Icon, label, to, current, mark } = props;
  return (
    <li className="group">
      <Link
        to={to}
        aria-current={current ? "page" : undefined}
        className={cn(
          "duration-fast flex min-h-11 w-full items-center gap-3 rounded-md text-left font-semibold transition-colors",
          wide ? "px-3" : "relative justify-center",
          current
            ? "bg-brand-soft text-brand-text"
            : "text-ink-2 hover:bg-sunken hover:text-ink",
        )}
      >
        <Icon className="size-5 shrink-0" />
        <span className={wide ? undefined : "sr-only"}>{label}</span>
        {mark}
      </Link>
      {!wide && <Tip>{label}</Tip>}
    </li>
  );
}

/** The tooltip of an icon, on hover and focus. Fixed in place, because the scrolling sidebar would clip it. */
function Tip({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none fixed z-40 -mt-10 ml-14 hidden late rounded-sm bg-ink px-3 py-1.5 text-sm font-semibold text-canvas group-focus-within:block group-hover:block"
    >
      {children}
    </span>
  );
}
