/** "Leave queue?": one of the few confirmations, because the place is lost. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Confirm } from "../../ui/windows/confirm";
import { errorText, refusalText } from "../../strings/customers";
import { ticket as strings } from "../../strings/ticket";

export function LeaveDialog({
  secret,
  question,
  open,
  onClose,
  onLeft = onClose,
}: {
  secret: string;
  question: { title: string; meaning: string; stay: string; leave: string };
  open: boolean;
  onClose: () => void;
  onLeft?: () => void;
}) {
  const leave = useMutation(api.line.tickets.leave);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await leave({ secret });
      if (answer.ok) onLeft();
      else setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, strings.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Confirm
      open={open}
      title={question.title}
      question={question.meaning}
      verb={question.leave}
      stay={question.stay}
      busy={busy}
      error={refusal}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
