/** Several lines of text, resizable downwards. */
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../../lib/cn";
import { controlClass, Labelled, useFieldIds } from "./field";

export function TextArea(
  props: ComponentProps<"textarea"> & {
    label: string;
    hint?: ReactNode;
    error?: string | null;
    optional?: boolean;
  },
) {
  const { label, hint, error, optional, className, ...area } = props;
  const labels = { label, hint, error, optional };
  const ids = useFieldIds(area.id, labels);
  return (
    <Labelled ids={ids} labels={labels} className={className}>
      <textarea
        rows={2}
        {...area}
        id={ids.id}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
        className={cn(controlClass, "py-2.5")}
      />
    </Labelled>
  );
}
