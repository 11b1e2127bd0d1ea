/** Proves the account's address (product.md A14): a button that sends a code, and the window that takes it. */
import { useAction } from "convex/react";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useCall } from "../../lib/server/use-call";
import { useFreshness } from "../../lib/server/connection";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { FormError } from "../../ui/fields/form-error";
import { passFocus } from "../../ui/pass-focus";
import { GiveCode } from "./give-code";

const { account: strings } = profile;

export default function ConfirmEmail(props: { email: string; why?: string }) {
  const { email, why = strings.confirmFirst } = props;
  const start = useAction(api.account.credentials.startEmailProof);
  const { busy, refusal, send } = useCall(words, strings.failed);
  const { live } = useFreshness();
  const [open, setOpen] = useState(false);
  const ask = async () => setOpen(await send(() => start({})));
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <p className="max-w-prose text-ink-2">{why}</p>
      <FormError message={refusal} />
      {/* Before the button: React removes it first, so the button gets the focus and passes it on. */}
      {open && (
        <Dialog onClose={() => setOpen(false)} title={strings.confirmEmail}>
          <GiveCode
            email={email}
            sent={strings.codeSentOwn}
            verb={strings.confirmVerb}
            done={strings.emailConfirmed}
            onClose={() => setOpen(false)}
          />
        </Dialog>
      )}
      <Button
        ref={passFocus}
        size="field"
        icon={MailCheck}
        busy={busy}
        disabled={!live}
        onClick={() => void ask()}
      >
        {strings.confirmEmail}
      </Button>
    </div>
  );
}
