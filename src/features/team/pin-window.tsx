/** A new PIN for the shop's tablet: one's own, or of somebody below. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { textIn } from "../../lib/read-form";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { PinField } from "../../ui/fields/pin-field";
import { showSuccess } from "../../ui/toast";
import { FormWindow } from "../../ui/windows/form-window";

export function PinWindow(props: {
  personId: string;
  title: string;
  onClose: () => void;
}) {
  const { personId, title, onClose } = props;
  const setPin = useMutation(api.team.tablets.setPin);
  const send = async (form: FormData) => {
    try {
      const answer = await setPin({ personId, pin: textIn(form, "pin") });
      if (!answer.ok) return refusalText(answer);
    } catch (error) {
      return errorText(error, strings.failed);
    }
    showSuccess(strings.pin.saved);
    return null;
  };
  return (
    <FormWindow
      title={title}
      verb={strings.pin.save}
      send={send}
      onClose={onClose}
    >
      <PinField label={strings.pin.field} isNew />
    </FormWindow>
  );
}
