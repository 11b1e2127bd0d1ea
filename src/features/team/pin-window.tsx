/** A new PIN for the shop's tablet: the user's own, or that of someone with a lower role. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { readPin } from "../../../convex/business/rules/tablets";
import { fieldOf, useErrors } from "../../lib/read-form";
import { whyNot } from "../../lib/server/use-call";
import { parts } from "../../strings/parts";
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
  const { errors, refuse } = useErrors<"pin">();
  const send = async (form: HTMLFormElement) => {
    const pin = fieldOf(form, "pin");
    const wrong =
      readPin(pin) === null && words.refusalText({ code: "pinInvalid" });
    if (refuse(form, { pin: wrong })) return undefined;
    return await whyNot(
      words,
      parts.failed,
      () => setPin({ personId, pin }),
      () => showSuccess(strings.pin.saved),
    );
  };
  return (
    <FormWindow
      title={title}
      verb={strings.pin.save}
      send={send}
      onClose={onClose}
    >
      <PinField label={strings.pin.field} isNew error={errors.pin} />
    </FormWindow>
  );
}
