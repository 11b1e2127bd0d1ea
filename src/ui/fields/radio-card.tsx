/** One of several choices, as a card. */
import type { ComponentProps } from "react";
import { cn } from "../../lib/cn";

export function RadioCard({ children, ...input }: ComponentProps<"input">) {
  return (
    <label
      className={cn(
        "flex min-h-14 items-center gap-3 rounded-md border px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-focus",
        input.disabled
          ? "border-line bg-sunken"
          : "cursor-pointer border-line-strong bg-surface",
      )}
    >
      <input
        {...input}
        type="radio"
        className="size-5 shrink-0 accent-brand outline-none"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
