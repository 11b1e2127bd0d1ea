/** A form that its page sends. The page checks the fields, not the browser. */
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit"> & {
  onSubmit: (form: HTMLFormElement) => Promise<void> | void;
};

export function Form({ onSubmit, ...props }: Props) {
  return (
    <form
      noValidate
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event.currentTarget);
      }}
    />
  );
}
