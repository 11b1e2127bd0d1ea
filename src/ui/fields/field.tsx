/** A labelled input with its hint and error, tied together for screen readers. Validation is in the model. */
import { CircleAlert } from "lucide-react";
import {
  useId,
  type ComponentProps,
  type ReactNode,
  type WheelEvent,
} from "react";
import { cn } from "../../lib/cn";
import { everyone as strings } from "../../strings/everyone";

export const controlClass =
  "min-h-12 w-full rounded-md border border-line-strong bg-surface px-3.5 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger placeholder:text-ink-3 disabled:bg-pressed disabled:text-ink-2";

export type Labels = {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** Adds "(optional)": required fields are not marked. */
  optional?: boolean;
  hideLabel?: boolean;
};

/** What ties a control to its label, hint and error: the ids for `<Labelled>`, and the control's own attributes. */
export function useFieldIds(own: string | undefined, labels: Labels) {
  const generated = useId();
  const id = own ?? generated;
  const hintId = labels.hint ? `${id}-hint` : undefined;
  const errorId = labels.error ? `${id}-error` : undefined;
  const control = {
    id,
    "aria-invalid": labels.error ? true : undefined,
    "aria-describedby": cn(hintId, errorId) || undefined,
  };
  return { control, hintId, errorId };
}

/** What is wrong with a field. */
export function ErrorLine({ children, ...line }: ComponentProps<"p">) {
  return (
    <p
      {...line}
      className={cn(
        "flex items-start gap-1.5 text-sm font-semibold text-danger-text",
        line.className,
      )}
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="sr-only">{strings.errorMark} </span>
        {children}
      </span>
    </p>
  );
}

export function Labelled(props: {
  ids: ReturnType<typeof useFieldIds>;
  labels: Labels;
  className?: string;
  children: ReactNode;
}) {
  const { ids, labels, className, children } = props;
  return (
    <div className={cn("grid grid-cols-1 content-start gap-1.5", className)}>
      <label
        htmlFor={ids.control.id}
        className={labels.hideLabel ? "sr-only" : "font-semibold"}
      >
        {labels.label}
        {labels.optional && (
          <span className="font-normal text-ink-3"> {strings.optional}</span>
        )}
      </label>
      {labels.hint && (
        <p id={ids.hintId} className="text-sm wrap-break-word text-ink-3">
          {labels.hint}
        </p>
      )}
      {labels.error && <ErrorLine id={ids.errorId}>{labels.error}</ErrorLine>}
      {children}
    </div>
  );
}

/** A wheel that scrolls the page would also change the number in the focused field below it. */
const leave = ({ currentTarget }: WheelEvent<HTMLInputElement>) =>
  currentTarget.blur();

/** One line of text. @param beside a control inside its right end, which positions itself */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  beside,
  ...input
}: ComponentProps<"input"> & Labels & { beside?: ReactNode }) {
  const labels: Labels = { label, hint, error, optional, hideLabel };
  const ids = useFieldIds(input.id, labels);
  return (
    <Labelled ids={ids} labels={labels} className={className}>
      <div className="relative">
        <input
          {...input}
          {...ids.control}
          onWheel={input.type === "number" ? leave : undefined}
          className={cn(
            controlClass,
            "text-ellipsis read-only:bg-sunken",
            // The words beside grow with the text, the room around them does not.
            beside !== undefined && "pr-[calc(1.75rem+44px)]",
          )}
        />
        {beside}
      </div>
    </Labelled>
  );
}
