/** The code of a second factor (product.md O12), in a form whose password was right. */
import { account as strings } from "../../strings/account";
import { Field } from "../../ui/fields/field";

export function AppCode({ name }: { name: string }) {
  return (
    <Field
      label={strings.appCode}
      name={name}
      autoComplete="one-time-code"
      autoCapitalize="none"
      maxLength={40}
    />
  );
}
