/** "Leave queue?": one of the few things that are asked before, because the place is gone afterwards. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../ui/button";
import { NativeDialog } from "../../ui/native-dialog";
import { errorText, refusalText } from "../../texts/customers";

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
      setRefusal(errorText(error, "An error occurred: Please try again."));
    } finally {
      setBusy(false);
    }
  };

  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title="Leave queue?"
      text="Your place goes to the next person. You can join again at the end of the line."
      error={refusal}
    >
      <Button size="lg" autoFocus onClick={onClose}>
        Stay
      </Button>
      <Button
        variant="danger"
        size="lg"
        busy={busy}
        busyText="Processing..."
        onClick={() => void confirm()}
      >
        Leave queue
      </Button>
    </NativeDialog>
  );
}
