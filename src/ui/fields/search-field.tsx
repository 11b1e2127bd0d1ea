/** A search field for the list below it. */
import { Search } from "lucide-react";
import { useId } from "react";
import { cn } from "../../lib/cn";
import { controlClass } from "./field";

export function SearchField(props: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  most: number;
  className?: string;
}) {
  const { label, placeholder, value, onChange, most, className } = props;
  const id = useId();
  return (
    <div className={cn("relative", className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-2" />
      <input
        id={id}
        type="search"
        value={value}
        maxLength={most}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        onChange={({ target }) => onChange(target.value)}
        className={cn(controlClass, "pl-11")}
      />
    </div>
  );
}
