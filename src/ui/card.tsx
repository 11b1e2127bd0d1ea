/** A bordered surface with an optional heading. Never a shadow: only floating elements have one. */
import { useId, type ReactNode } from "react";
import { cn } from "../lib/cn";

export function Card(props: {
  title: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
  hideTitle?: boolean;
  id?: string;
}) {
  const { title, action, className, children, hideTitle = false, id } = props;
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={cn(
        "min-w-0 rounded-lg border border-line bg-surface",
        className ?? "p-4 sm:p-5 lg:p-6",
      )}
    >
      {/* With large text the action is below. */}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2
          id={headingId}
          className={
            hideTitle
              ? "sr-only"
              : "min-w-0 flex-[1_1_8rem] text-lg font-bold tracking-tight wrap-break-word"
          }
        >
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
