/** Why a form was refused, above its fields or beside the pressed button. */
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { onTyped } from "../../lib/read-form";
import { everyone } from "../../strings/everyone";

type Props<Message> = { message: Message; children?: ReactNode };

/**
 * Takes the focus whenever a new refusal arrives, and goes when something is typed beside it. `children`: a further
 * action, under the message.
 */
export function FormError(props: Props<string | null>) {
  const { message } = props;
  if (message === null) return null;
  return <Shown key={message} {...props} message={message} />;
}

function Shown({ message, children }: Props<string>) {
  const ref = useRef<HTMLDivElement>(null);
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const beside = ref.current?.parentElement;
    ref.current?.focus();
    return beside ? onTyped(beside, () => setOld(true)) : undefined;
  }, []);
  if (isOld) return null;
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
