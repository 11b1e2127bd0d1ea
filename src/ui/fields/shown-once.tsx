/** A secret address to copy, shown once. It selects its text, so it can be copied by hand where the browser refuses. */
import { Copy } from "lucide-react";
import { useRef } from "react";
import { Button } from "../button";
import { showError, showSuccess } from "../toast";
import { Field } from "./field";

export function ShownOnce(props: {
  address: string;
  words: {
    field: string;
    keep: string;
    copy: string;
    copied: string;
    copyByHand: string;
  };
}) {
  const { address, words } = props;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showSuccess(words.copied);
    } catch {
      field.current?.select();
      showError(words.copyByHand);
    }
  };
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <Field
        ref={field}
        label={words.field}
        hint={words.keep}
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="soft"
        size="field"
        icon={Copy}
        className="justify-self-start"
        onClick={() => void copy()}
      >
        {words.copy}
      </Button>
    </div>
  );
}
