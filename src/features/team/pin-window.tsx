/** A new PIN for the shop's tablet: the user's own, or that of someone with a lower role. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { fieldOf } from "../../lib/read-form";
import { whyNot } from "../../lib/server/use-call";
import { everyone } from "../../strings/everyone";
import * as words from "../../strings/refusals/owner";
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
  const send = (form: HTMLFormElement) =>
    whyNot(
      words,
      everyone.failed,
      () => setPin({ personId, pin: fieldOf(form, "pin") }),
      () => showSuccess(strings.pin.saved),
    );
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
