/** "Leave the line?": one of the few confirmations, because the place is lost. */
import { useState } from "react";
import { Confirm } from "../../ui/windows/confirm";
import { errorText, refusalText } from "../../strings/customers";
import { ticket as strings } from "../../strings/ticket";
import { useLeave, type Holder } from "./holder";

export function LeaveDialog({
  holder,
  question,
  open,
  onClose,
  onLeft = onClose,
}: {
  holder: Holder;
  question: { title: string; meaning: string; stay: string; leave: string };
  open: boolean;
  onClose: () => void;
  onLeft?: () => void;
}) {
  const leave = useLeave(holder);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await leave();
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
