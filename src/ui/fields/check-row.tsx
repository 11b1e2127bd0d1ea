/** A box to tick, and what that means. */
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../../lib/cn";

export function CheckRow(
  props: ComponentProps<"input"> & { label: string; meaning: ReactNode },
) {
  const { label, meaning, className, ...input } = props;
  return (
    <label className={cn("flex min-h-11 items-start gap-3", className)}>
      <input
        {...input}
        type="checkbox"
        className="mt-1 size-5 shrink-0 accent-brand"
      />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-sm text-ink-2">{meaning}</span>
      </span>
    </label>
  );
}
