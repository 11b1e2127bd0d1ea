/** A sentence about a region, at its top. Screen readers announce warnings and dangers. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../lib/cn";

const tones = {
  info: "bg-info-soft text-info-text",
  warn: "bg-warn-soft text-warn-text",
  danger: "bg-danger-soft text-danger-text",
} as const;

/** A link, or a button that looks like one, in a banner's sentence: 44 px to hit, without moving the lines. */
export const bannerLink =
  "-my-2.5 inline-block py-2.5 font-semibold underline underline-offset-4";

export function Banner(props: {
  tone: keyof typeof tones;
  icon: LucideIcon;
  className?: string;
  spoken?: boolean;
  children: ReactNode;
}) {
  const { tone, icon: Icon, className, spoken = tone !== "info" } = props;
  const { children } = props;
  return (
    <div
      role={spoken ? "status" : undefined}
      className={cn(
        "flex items-start gap-3 rounded-md px-4 py-3 text-base font-medium",
        tones[tone],
        className,
      )}
    >
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
