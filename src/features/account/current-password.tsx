/** The password of now, asked for again before an account changes. */
import type { ComponentProps } from "react";
import { MAX_PASSWORD } from "../../../convex/base/rules/password";
import { PasswordField } from "./password-field";

/** @param email whose password it is, for password managers; left out where the form has a field for an address */
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
