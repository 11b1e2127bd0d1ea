/** The code of a second factor (product.md O12), in a form whose password was right. */
import { useEffect, useRef } from "react";
import { account as strings } from "../../strings/account";
import { Field } from "../../ui/fields/field";

/** Takes the focus: it appears as the next thing to fill in. */
export function AppCode(props: { name: string; error?: string | undefined }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Field
      {...props}
      ref={ref}
      label={strings.appCode}
      autoComplete="one-time-code"
      autoCapitalize="none"
      maxLength={40}
    />
  );
}
