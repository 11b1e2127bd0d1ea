/** A password field with a button that shows the text, which prevents typing errors on phones. */
import { useState, type ComponentProps } from "react";
import { parts } from "../../strings/parts";
import { Field } from "./field";

const { password: strings } = parts;

export function PasswordField({
  name = "password",
  ...props
}: ComponentProps<typeof Field>) {
  const [isShown, setShown] = useState(false);
  const verb = isShown ? strings.hide : strings.show;
  return (
    <Field
      {...props}
      name={name}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      beside={
        <button
          type="button"
          aria-label={isShown ? strings.hideThis : strings.showThis}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 min-w-16 rounded-md px-2.5 text-sm font-semibold text-brand-text"
        >
          {verb}
        </button>
      }
    />
  );
}
