/** "Leave queue?": one of the few things that are asked before, because the place is gone afterwards. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { everyone } from "../../texts/everyone";
import { Button } from "../../ui/button";
import { NativeDialog } from "../../ui/native-dialog";
import { errorText, refusalText } from "../../texts/customers";
import { ticket as texts } from "../../texts/ticket";

/** The question with its two answers. */
export function LeaveQueue({
  secret,
  open,
  onClose,
}: {
  secret: string;
  open: boolean;
  onClose: () => void;
}) {
  const leave = useMutation(api.tickets.leave);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await leave({ secret });
      if (answer.ok) onClose();
      else setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, texts.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title={texts.waiting.leaveTitle}
      text={texts.waiting.leaveMeaning}
      error={refusal}
    >
      <Button size="lg" autoFocus onClick={onClose}>
        {texts.waiting.stay}
      </Button>
      <Button
        variant="danger"
        size="lg"
        busy={busy}
        busyText={everyone.processing}
        onClick={() => void confirm()}
      >
        {texts.waiting.leave}
      </Button>
    </NativeDialog>
  );
}
