/** A mobile number for texts, folded: most people do not need it. */
import { ChevronDown, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { MAX_PHONE } from "../../../convex/base/rules/typedPhone";
import { cn } from "../../lib/cn";
import { customers as strings } from "../../strings/customers";
import { examplePhone } from "../../strings/language/page-clock";
import { Field } from "../../ui/fields/field";
import { PrivacyLink } from "../../ui/legal-links";

/** Folded again, it sends no number: its consent is out of sight. */
export function TextMe(props: { label: string; error: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-3 rounded-md text-left font-semibold text-brand-text"
      >
        <MessageSquareText className="size-5 shrink-0" />
        <span className="flex-1">{props.label}</span>
        <ChevronDown
          className={cn("size-5 text-ink-3", open && "rotate-180")}
        />
      </button>
      {open && (
        <Field
          autoFocus
          label={strings.join.phone}
          optional
          type="tel"
          name="phone"
          autoComplete="tel"
          inputMode="tel"
          maxLength={MAX_PHONE}
          placeholder={examplePhone()}
          hint={
            <>
              {strings.join.phoneConsent} <PrivacyLink />
            </>
          }
          error={props.error}
        />
      )}
    </div>
  );
}
