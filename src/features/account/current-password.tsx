/** The current password, asked again before an account changes. */
import type { ComponentProps } from "react";
import { MAX_PASSWORD } from "../../../convex/base/rules/password";
import { PasswordField } from "./password-field";

/** @param email of the account, for password managers; omitted where the form has a field for an address */
export function CurrentPassword({
  email,
  ...props
}: ComponentProps<typeof PasswordField> & { email?: string }) {
  return (
    <>
      {email !== undefined && (
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          hidden
        />
      )}
      <PasswordField
        {...props}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD}
      />
    </>
  );
}
