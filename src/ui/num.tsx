/** One big number. `hash` puts a raised, smaller "#" before it; the text stays "#127". */
import { cn } from "../lib/cn";

export function Num(props: {
  value: number | string;
  hash?: boolean;
  className?: string;
}) {
  const { value, hash = false, className } = props;
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
