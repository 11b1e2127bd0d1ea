/** One row of the sidebar: a button, or a link to another page. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cn } from "../../lib/cn";
import { passFocus } from "../../ui/pass-focus";

type Props = {
  /** With its words; otherwise as an icon with a tooltip. */
  wide: boolean;
  icon: LucideIcon;
  label: string;
  current?: boolean;
  /** At its end, or at the corner of its icon. */
  mark?: ReactNode;
} & ({ onClick: () => void } | { to: string; newTab?: true });

export function SidebarItem({
  wide,
  icon: Icon,
  label,
  current = false,
  mark,
  ...does
}: Props) {
  const look = {
    "aria-current": current ? ("page" as const) : undefined,
    className: cn(
      "duration-fast flex min-h-11 w-full items-center gap-3 rounded-md text-left font-semibold transition-colors",
      wide ? "px-3" : "relative justify-center",
      current
        ? "bg-brand-soft text-brand-text"
        : "text-ink-2 hover:bg-sunken hover:text-ink",
    ),
    children: (
      <>
        <Icon className="size-5 shrink-0" />
        <span className={wide ? undefined : "sr-only"}>{label}</span>
        {mark}
      </>
    ),
  };
  return (
    <li className="group">
      {"to" in does ? (
        <Link {...look} to={does.to} target={does.newTab && "_blank"} />
      ) : (
        <button
          {...look}
          // The upgrade button disappears after it succeeds.
          ref={passFocus}
          type="button"
          onClick={does.onClick}
        />
      )}
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
