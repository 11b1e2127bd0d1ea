/** The native select, styled: it has the phone's own wheel and type-ahead, without code. */
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../lib/cn";
import { controlClass, Labelled, useFieldIds, type Labels } from "./field";

type Props<Value extends string | number> = Omit<
  ComponentProps<"select">,
  "onChange"
> &
  Omit<Labels, "optional"> & {
    options?: readonly { value: Value; label: string }[];
    onPick?: (value: Value) => void;
  };

/** Other <option>s are children; they come first. */
export function Select<Value extends string | number>({
  label,
  hint,
  error,
  hideLabel,
  className,
  options = [],
  onPick,
  children,
  ...select
}: Props<Value>) {
  const labels = { label, hint, error, hideLabel };
  const ids = useFieldIds(select.id, labels);
  return (
    <Labelled ids={ids} labels={labels} className={className}>
      <span className="relative block">
        <select
          {...select}
          onChange={({ target }) => onPick?.(target.value as Value)}
          {...ids.control}
          className={cn(
            controlClass,
            "appearance-none truncate pr-11 font-semibold",
          )}
        >
          {children}
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-2" />
      </span>
    </Labelled>
  );
}
