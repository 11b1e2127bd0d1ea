/** How many things wait behind a link. */
import type { FunctionReference } from "convex/server";
import { cn } from "../../lib/cn";
import { useAnswer } from "../../lib/server/use-answer";
import { number } from "../../strings/language/intl";

export function CountMark(props: {
  of: FunctionReference<"query", "public", Record<never, never>, number>;
  label: (count: number) => string;
  onIcon: boolean;
}) {
  const { of, label, onIcon } = props;
  // Not useQuery: it throws a failure, and a mark must not break the page.
  const count = useAnswer(of, {});
  if (typeof count !== "number" || count === 0) return null;
  return (
    <span
      className={cn(
        "grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand tab",
        onIcon ? "absolute -top-1 -right-1" : "ml-auto",
      )}
    >
      <span aria-hidden="true">{number(count)}</span>
      <span className="sr-only">{label(count)}</span>
    </span>
  );
}
