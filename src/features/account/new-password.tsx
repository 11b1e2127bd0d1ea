/** A new password. The parts of its rule are ticked while it is typed (product.md A2). */
import { Check } from "lucide-react";
import { useState } from "react";
import {
  MAX_PASSWORD,
  MIN_PASSWORD,
  passwordParts,
  type PasswordPart,
} from "../../../convex/base/rules/password";
import { cn } from "../../lib/cn";
import { account } from "../../strings/account";
import { listed } from "../../strings/language/intl";
import { PasswordField } from "../../ui/fields/password-field";

const { newPassword: strings } = account;

/** So that a password that a browser or a password manager makes meets the rule. React's types do not know it. */
const FOR_MANAGERS = {
  passwordrules: `minlength: ${MIN_PASSWORD}; required: lower; required: upper; required: digit; required: special;`,
};

type Parts = readonly (readonly [PasswordPart, boolean])[];

export function NewPassword(props: {
  label: string;
  name?: string;
  error: string | undefined;
}) {
  const [typed, setTyped] = useState("");
  const parts = Object.entries(passwordParts(typed)) as [
    PasswordPart,
    boolean,
  ][];
  const missing = parts.filter(([, isMet]) => !isMet);
  const words = missing.map(([part]) => strings.parts[part]);
  return (
    <div>
      <PasswordField
        {...FOR_MANAGERS}
        {...props}
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        hint={<TickedParts parts={parts} />}
      />
      {/* Changes, and so is spoken, only when another part is met or missing. */}
      <p role="status" className="sr-only">
        {typed !== "" &&
          (words.length === 0 ? strings.met : strings.missing(listed(words)))}
      </p>
    </div>
  );
}

/** Spans, because a hint is one paragraph. */
function TickedParts({ parts }: { parts: Parts }) {
  return (
    <span className="grid gap-x-4 gap-y-1 pb-1 sm:grid-cols-2">
      {parts.map(([part, isMet]) => (
        <span
          key={part}
          className={cn(
            "flex items-center gap-2",
            isMet && "font-semibold text-brand-text",
          )}
        >
          <span
            className={cn(
              "grid size-5 shrink-0 place-items-center rounded-full border",
              isMet ? "border-brand bg-brand text-on-brand" : "border-line",
            )}
          >
            {isMet && <Check className="size-3.5" />}
          </span>
          <span className="inline-block first-letter:uppercase">
            {strings.parts[part]}
          </span>
        </span>
      ))}
    </span>
  );
}
