/** "Leave the line?": one of the few confirmations, because the place is lost. */
import { useFreshness } from "../../lib/server/connection";
import { whyNot } from "../../lib/server/use-call";
import { Confirm } from "../../ui/windows/confirm";
import * as words from "../../strings/refusals/customer";
import { ticket as strings } from "../../strings/ticket";
import { useLeave, type Holder } from "./holder";

export function LeaveDialog(props: {
  holder: Holder;
  question: { title: string; meaning: string; stay: string; leave: string };
  open: boolean;
  onClose: () => void;
  onLeft?: () => void;
}) {
  const { holder, question, open, onClose, onLeft } = props;
  const leave = useLeave(holder);
  const { live } = useFreshness();

  return (
    <Confirm
      open={open}
      title={question.title}
      question={question.meaning}
      verb={question.leave}
      stay={question.stay}
      // Sent when the connection is back, it could surprise somebody who stayed.
      onConfirm={() =>
        live
          ? whyNot(words, strings.failed, leave, onLeft)
          : strings.noConnection
      }
      onCancel={onClose}
    />
  );
}
