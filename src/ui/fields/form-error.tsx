/** Why a form was refused, above its fields or beside the pressed button. */
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { everyone } from "../../strings/everyone";

/** Takes the focus whenever a new refusal arrives. `children`: a further action, under the message. */
export function FormError(props: {
  message: string | null;
  children?: ReactNode;
}) {
  const { message, children } = props;
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
      <CircleAlert className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{everyone.errorMark} </span>
          {message}
        </p>
        {children}
      </div>
    </div>
  );
}
