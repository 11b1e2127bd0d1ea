/** A few exclusive choices side by side: radio buttons that look like one switch. */
import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { cn } from "../../lib/cn";

type Option<Value extends string> = {
  value: Value;
  label: string;
  icon?: LucideIcon;
  disabled?: boolean;
  onNear?: () => void;
};

export function Segmented<Value extends string>(props: {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  const { label, options, value, onChange, className } = props;
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap rounded-lg bg-pressed p-1">
        {options.map(({ icon: Icon, onNear, ...option }) => (
          <label
            key={option.value}
            onPointerEnter={onNear}
            onPointerDown={onNear}
            className={cn(
              "flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md px-2 font-bold has-focus-visible:outline-3 has-focus-visible:outline-focus",
              option.value === value
                ? "bg-surface text-ink shadow-raised"
                : option.disabled
                  ? "text-ink-3"
                  : "text-ink-2 hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              onFocus={onNear}
              className="sr-only"
            />
            {Icon !== undefined && <Icon className="size-5 shrink-0" />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
