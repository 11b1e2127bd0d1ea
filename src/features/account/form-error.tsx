/** Why a form was refused, above its fields. */
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

/** Takes the focus whenever a new refusal arrives, so that nobody overlooks it. */
export function FormError({ message }: { message: string | null }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) ref.current?.focus();
  }, [message]);
  if (message === null) return null;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-3 rounded-md bg-danger-soft px-4 py-3 font-medium text-danger-text"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        <span className="sr-only">Error: </span>
        {message}
      </span>
    </div>
  );
}
