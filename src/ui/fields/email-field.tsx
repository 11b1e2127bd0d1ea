/** Fields for an e-mail address. */
import type { ComponentProps } from "react";
import { Field } from "./field";

export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** Tells password managers which account a form is about. */
export function AccountEmail({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="email"
      autoComplete="username"
      value={email}
      readOnly
      hidden
    />
  );
}
