/** "Leave queue?": one of the few things that are asked before, because the place is gone afterwards. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { everyone } from "../../texts/everyone";
import { Button } from "../../ui/button";
import { NativeDialog } from "../../ui/native-dialog";
import {
  customers as texts,
  errorText,
  refusalText,
} from "../../texts/customers";

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
      setRefusal(errorText(error, texts.ticket.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title={texts.ticket.waiting.leaveTitle}
      text={texts.ticket.waiting.leaveMeaning}
      error={refusal}
    >
      <Button size="lg" autoFocus onClick={onClose}>
        {texts.ticket.waiting.stay}
      </Button>
      <Button
        variant="danger"
        size="lg"
        busy={busy}
        busyText={everyone.processing}
        onClick={() => void confirm()}
      >
        {texts.ticket.waiting.leave}
      </Button>
    </NativeDialog>
  );
}
