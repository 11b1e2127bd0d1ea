/** Small labels. A state is a pill with an icon, a rank a small rectangle without one. */
import type { LucideIcon } from "lucide-react";
import { cn } from "../lib/cn";

const tones = {
  slate: "bg-waiting-bg text-waiting-fg",
  go: "bg-go text-on-go",
  sky: "bg-serving-bg text-serving-fg",
  green: "bg-completed-bg text-completed-fg",
  amber: "bg-skipped-bg text-skipped-fg",
  clay: "bg-noshow-bg text-noshow-fg",
  grey: "bg-ended-bg text-ended-fg",
} as const;

export function Badge(props: {
  tone: keyof typeof tones;
  icon?: LucideIcon;
  children: string;
}) {
  const { tone, icon: Icon, children } = props;
  return (
    <span
      className={cn(
        "inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-sm font-semibold whitespace-nowrap",
        tones[tone],
      )}
    >
      {Icon && <Icon className="size-4" />}
      {children}
    </span>
  );
}

const ranks = {
  blue: "bg-starter-bg text-starter-fg",
  purple: "bg-pro-bg text-pro-fg",
  yellow: "bg-enterprise-bg text-enterprise-fg",
  slate: "bg-waiting-bg text-waiting-fg",
} as const;

export function Tag(props: { tone: keyof typeof ranks; children: string }) {
  const { tone, children } = props;
  return (
    <span
      className={cn(
        "inline-flex min-h-6 shrink-0 items-center rounded-sm px-2 text-xs font-bold tracking-wide whitespace-nowrap",
        ranks[tone],
      )}
    >
      {children}
    </span>
  );
}
