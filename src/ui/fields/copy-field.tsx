/** An address to copy. It selects its text, so it can be copied by hand where the browser refuses. */
import { Copy } from "lucide-react";
import { useRef } from "react";
import { Button, type ButtonProps } from "../button";
import { showError, showSuccess } from "../toast";
import { Field } from "./field";

type Words = { copy: string; copied: string; copyByHand: string };

type Copied = {
  address: string;
  words: Words;
  onCopied?: () => void;
} & Pick<ButtonProps, "variant" | "size" | "className">;

export function CopyField({
  label,
  hint,
  ...copied
}: Copied & { label: string; hint?: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field
        ref={field}
        label={label}
        hint={hint}
        readOnly
        value={copied.address}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton {...copied} onRefused={() => field.current?.select()} />
    </>
  );
}

/** For an address that is shown beside it. */
export function CopyButton(props: Copied & { onRefused?: () => void }) {
  const { address, words, onCopied, onRefused, ...button } = props;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showSuccess(words.copied);
      onCopied?.();
    } catch {
      onRefused?.();
      showError(words.copyByHand);
    }
  };
  return (
    <Button icon={Copy} {...button} onClick={() => void copy()}>
      {words.copy}
    </Button>
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
