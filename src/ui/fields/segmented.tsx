/** Two or three exclusive choices side by side: radio buttons that look like one switch. */
import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { cn } from "../../lib/cn";

type Option<Value extends string> = {
  value: Value;
  label: string;
  icon: LucideIcon;
  onNear?: () => void;
};

export function Segmented<Value extends string>(props: {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset>
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
                : "text-ink-2 hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onFocus={onNear}
              className="sr-only"
            />
            <Icon className="size-5 shrink-0" />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
