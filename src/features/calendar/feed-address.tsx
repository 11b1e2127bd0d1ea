/** The address to copy into a calendar. It selects its text, so it can be copied by hand where the browser refuses. */
import { Copy } from "lucide-react";
import { useRef } from "react";
import { feed as strings } from "../../strings/feed";
import { Button } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { showError, showSuccess } from "../../ui/toast";

export function FeedAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showSuccess(strings.copied);
    } catch {
      field.current?.select();
      showError(strings.copyByHand);
    }
  };
  return (
    <div className="mt-4 grid gap-3 rounded-md bg-sunken p-4">
      <Field
        ref={field}
        label={strings.field}
        hint={strings.keep}
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
        {strings.copy}
      </Button>
    </div>
  );
}
