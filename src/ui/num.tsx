/** One big number. */
import { cn } from "../lib/cn";

/** A number in display figures. `hash` puts a raised, smaller "#" before it; the text stays "#127". */
export function Num({
  value,
  hash = false,
  className,
}: {
  value: number | string;
  hash?: boolean;
  className?: string;
}) {
  return (
    <span className={cn("num whitespace-nowrap", className)}>
      {hash && (
        <span className="mr-[.04em] align-[.5em] text-[.56em] leading-none font-bold tracking-normal">
          #
        </span>
      )}
      {value}
    </span>
  );
}
