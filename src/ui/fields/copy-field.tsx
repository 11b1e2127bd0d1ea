/** An address to copy. It selects its text, so it can be copied by hand where the browser refuses. */
import { Copy } from "lucide-react";
import { useRef } from "react";
import { Button, type ButtonProps } from "../button";
import { showError, showSuccess } from "../toast";
import { Field } from "./field";

type Words = { copy: string; copied: string; copyByHand: string };

export function CopyField(
  props: {
    label: string;
    hint?: string;
    address: string;
    words: Words;
    onCopied?: () => void;
  } & Pick<ButtonProps, "variant" | "size" | "className">,
) {
  const { label, hint, address, words, onCopied, ...button } = props;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showSuccess(words.copied);
      onCopied?.();
    } catch {
      field.current?.select();
      showError(words.copyByHand);
    }
  };
  return (
    <>
      <Field
        ref={field}
        label={label}
        hint={hint}
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={Copy} {...button} onClick={() => void copy()}>
        {words.copy}
      </Button>
    </>
  );
}

/** A secret address, shown once. */
export function ShownOnce(props: {
  address: string;
  words: Words & { field: string; keep: string };
}) {
  const { address, words } = props;
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <CopyField
        {...{ address, words }}
        label={words.field}
        hint={words.keep}
        variant="soft"
        size="field"
        className="justify-self-start"
      />
    </div>
  );
}
