/** The native select, styled: it has the phone's own wheel and type-ahead, without code. */
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../lib/cn";
import { controlClass, Labelled, useFieldIds } from "./field";

/** Pass <option>s as children. `wraps`: the chosen text wraps instead of being cut, where the browser can. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  wraps = false,
  className,
  children,
  ...select
}: ComponentProps<"select"> & {
  label: string;
  hint?: string;
  error?: string | null;
  hideLabel?: boolean;
  wraps?: boolean;
}) {
  const labels = { label, hint, error, hideLabel };
  const ids = useFieldIds(select.id, labels);
  return (
    <Labelled ids={ids} labels={labels} className={className}>
      <span className="relative block">
        <select
          {...select}
          id={ids.id}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          className={cn(
            controlClass,
            "appearance-none pr-11 font-semibold",
            wraps ? "py-2 whitespace-normal" : "truncate",
            error ? "border-2 border-danger" : "border border-line-strong",
          )}
        >
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-2" />
      </span>
    </Labelled>
  );
}
