/** A count on a link to the counted things. */
import { cn } from "../../lib/cn";
import { number } from "../../strings/language/intl";

export function CountMark(props: {
  count: number;
  label: string;
  onIcon: boolean;
}) {
  const { count, label, onIcon } = props;
  return (
    <span
      className={cn(
        "grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand tab",
        onIcon ? "absolute -top-1 -right-1" : "ml-auto",
      )}
    >
      <span aria-hidden="true">{number(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
