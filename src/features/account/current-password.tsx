/** The current password, asked again before an account changes. */
import type { ComponentProps } from "react";
import { MAX_PASSWORD } from "../../../convex/base/rules/password";
import { AccountEmail } from "../../ui/fields/email-field";
import { PasswordField } from "../../ui/fields/password-field";

export function CurrentPassword({
  email,
  ...props
}: ComponentProps<typeof PasswordField> & { email?: string }) {
  return (
    <>
      {email !== undefined && <AccountEmail email={email} />}
      <PasswordField
        {...props}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD}
      />
    </>
  );
}
