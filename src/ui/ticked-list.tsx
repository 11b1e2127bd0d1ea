/** A list with a tick before each line. `limit` is shown more quietly beside the words. */
import { Check } from "lucide-react";
import { cn } from "../lib/cn";

export function TickedList(props: {
  lines: readonly { words: string; limit: string | null }[];
  className?: string;
}) {
  const { lines, className } = props;
  return (
    <ul className={cn("grid gap-3", className)}>
      {lines.map(({ words, limit }) => (
        <li key={words} className="flex gap-3">
          <Check className="mt-0.5 size-5 shrink-0 text-brand-text" />
          <span>
            {words}{" "}
            <span className="whitespace-nowrap text-ink-3">{limit}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
