/** The business's own Twilio account: shows, replaces or removes it. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { phoneGrouped } from "../../lib/address/phone-href";
import { whyNot } from "../../lib/server/use-call";
import { messages } from "../../strings/messages";
import * as words from "../../strings/refusals/connection";
import { Button } from "../../ui/button";
import { Confirm } from "../../ui/windows/confirm";
import { passFocus } from "../../ui/pass-focus";
import { showSuccess } from "../../ui/toast";
import type { Panel } from "./types";

const { own: strings, send } = messages;

export function OwnAccount(props: {
  own: NonNullable<Panel["own"]>;
  disabled: boolean;
  onChange: () => void;
}) {
  const { own, disabled, onChange } = props;
  const remove = useMutation(api.messages.sms.removeCredentials);
  const [asking, setAsking] = useState(false);

  const confirm = () =>
    whyNot(
      words,
      send.tryAgain,
      () => remove({}),
      () => showSuccess(strings.removed),
    );

  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">{strings.title}</h3>
      <p className="mt-1 text-ink-2 tab">
        {messages.ofTwo(
          strings.account(own.sidLast4),
          strings.sender(phoneGrouped(own.from)),
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button disabled={disabled} onClick={onChange}>
          {strings.change}
        </Button>
        <Button
          ref={passFocus}
          variant="outlineDanger"
          disabled={disabled}
          onClick={() => setAsking(true)}
        >
          {strings.remove}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={strings.removeTitle}
        question={strings.removeQuestion}
        verb={strings.remove}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
