/** A PIN in a window that it is opened for. */
import { firstFocus } from "../windows/dialog";
import { Field } from "./field";

export function PinField(props: {
  label: string;
  isNew?: true;
  error: string | undefined;
}) {
  const { label, isNew, error } = props;
  return (
    <Field
      {...firstFocus}
      label={label}
      name="pin"
      type="password"
      inputMode="numeric"
      // Otherwise the browser offers to keep it as the shop's password.
      autoComplete={isNew ? "new-password" : "one-time-code"}
      maxLength={6}
      error={error}
    />
  );
}
