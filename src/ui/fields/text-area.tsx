/** Several lines of text, resizable downwards. */
import type { ComponentProps } from "react";
import { cn } from "../../lib/cn";
import { controlClass, Labelled, useFieldIds, type Labels } from "./field";

export function TextArea(
  props: ComponentProps<"textarea"> & Omit<Labels, "hideLabel">,
) {
  const { label, hint, error, optional, className, ...area } = props;
  const labels = { label, hint, error, optional };
  const ids = useFieldIds(area.id, labels);
  return (
    <Labelled ids={ids} labels={labels} className={className}>
      <textarea
        rows={2}
        {...area}
        {...ids.control}
        className={cn(controlClass, "py-2.5")}
      />
    </Labelled>
  );
}
