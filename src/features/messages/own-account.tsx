/** The own Twilio account that texts go out over: which one it is, another, or none any more. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messages } from "../../texts/messages";
import { errorText } from "../../texts/connection-refusals";
import { Button } from "../../ui/button";
import { Confirm } from "../../ui/confirm";
import { passFocus } from "../../ui/pass-focus";
import { showError, showSuccess } from "../../ui/toast";
import type { Panel } from "./types";

const { own: texts, send } = messages;

/** @param own never the credentials themselves: their ends */
export function OwnAccount({
  own,
  disabled,
  onChange,
}: {
  own: NonNullable<Panel["own"]>;
  disabled: boolean;
  onChange: () => void;
}) {
  const remove = useMutation(api.messages.sms.removeCredentials);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await remove({});
      showSuccess(texts.removed);
      setAsking(false);
    } catch (error) {
      showError(errorText(error, send.tryAgain));
    }
    setBusy(false);
  };

  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.title}</h3>
      <p className="mt-1 text-ink-2 tab">
        {messages.ofTwo(texts.account(own.sidLast4), texts.sender(own.from))}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button disabled={disabled} onClick={onChange}>
          {texts.change}
        </Button>
        <Button
          ref={passFocus}
          variant="outlineDanger"
          disabled={disabled}
          onClick={() => setAsking(true)}
        >
          {texts.remove}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={texts.removeTitle}
        question={texts.removeQuestion}
        verb={texts.remove}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
