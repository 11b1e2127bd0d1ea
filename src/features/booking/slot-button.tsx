/** One time to pick: a radio button that looks like a tile. */
import { cn } from "../../lib/cn";
import { booking as strings } from "../../strings/booking";

export function SlotButton(props: {
  label: string;
  startsAt: number;
  chosen: boolean;
  taken: boolean;
  onPick: () => void;
}) {
  const { label, startsAt, chosen, taken, onPick } = props;
  return (
    <label
      className={cn(
        "flex min-h-12 items-center justify-center rounded-md px-1 font-semibold tracking-tight whitespace-nowrap has-focus-visible:outline-3 has-focus-visible:outline-focus",
        taken
          ? "bg-sunken text-ink-3 line-through"
          : chosen
            ? "cursor-pointer border border-brand bg-brand-soft text-brand-text ring-1 ring-brand ring-inset"
            : "cursor-pointer border border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      <input
        type="radio"
        name="slot"
        value={startsAt}
        checked={chosen && !taken}
        disabled={taken}
        onChange={onPick}
        className="sr-only"
      />
      {label}
      {taken && <span className="sr-only">, {strings.taken}</span>}
    </label>
  );
}
