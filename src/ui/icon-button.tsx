/** A button with an icon alone. Apart from button.tsx, because the join page has none. */
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn";
import { variants } from "./button";

export function IconButton({
  label,
  icon: Icon,
  bordered = false,
  className,
  ...props
}: ComponentProps<"button"> & {
  label: string;
  icon: LucideIcon;
  bordered?: boolean;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      {...props}
      className={cn(
        "duration-fast grid size-11 shrink-0 place-items-center rounded-md transition-colors",
        bordered ? variants.secondary : variants.ghost,
        className,
      )}
    >
      <Icon className="size-5" />
    </button>
  );
}
