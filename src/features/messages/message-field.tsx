/** The content of a text, typed or started from a template, with its billed length. */
import type { ComponentProps } from "react";
import { segmentsOf } from "../../../convex/messages/rules/smsSegments";
import { plainMarks } from "../../../convex/messages/rules/smsTemplates";
import { cn } from "../../lib/cn";
import { messages } from "../../strings/messages";
import { TextArea } from "../../ui/fields/text-area";

const { send: strings } = messages;

/** "96 characters · 1 SMS". */
export function lengthText(text: string): string {
  return strings.length(
    [...text].length,
    segmentsOf(plainMarks(text)).segments,
  );
}

/**
 * The field with its count at the end of the label's line.
 * @param value of the field
 * @param sent what is sent and counted, where placeholders are still to be filled in
 */
export function MessageField(
  props: Omit<ComponentProps<typeof TextArea>, "label" | "value"> & {
    label?: string;
    value: string;
    sent?: string;
  },
) {
  const { label = strings.message, value, sent = value, ...area } = props;
  const { encoding, segments } = segmentsOf(plainMarks(sent));
  const isDear = encoding === "ucs2" && segments > 1;
  return (
    <div className="@container relative">
      <TextArea
        rows={4}
        dir="auto"
        {...area}
        label={label}
        value={value}
        hint={isDear ? strings.unicode : area.hint}
      />
      <p className="absolute top-0.5 right-0 text-sm text-ink-3 tab @max-[16rem]:static">
        {lengthText(sent)}
      </p>
    </div>
  );
}

export function TemplateChips<Name extends string>(props: {
  label: string;
  templates: readonly { name: Name; label: string }[];
  picked: Name | null;
  disabled: boolean;
  onPick: (name: Name) => void;
}) {
  const { label, templates, picked, disabled, onPick } = props;
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {templates.map((one) => (
          <button
            key={one.name}
            type="button"
            aria-pressed={picked === one.name}
            onClick={() => onPick(one.name)}
            className={cn(
              "min-h-11 off-box rounded-full border px-4 font-semibold",
              picked === one.name
                ? "border-brand bg-brand-soft text-brand-text"
                : "border-line-strong hover:bg-sunken",
            )}
          >
            {one.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
