/** Name, phone, description, and the slot length, which the wizard has in another step. */
import { MAX_DESCRIPTION, MAX_NAME } from "../../../convex/base/rules/names";
import {
  SLOT_STEP,
  type Profile,
} from "../../../convex/business/rules/profile";
import { setup as strings } from "../../strings/setup";
import { Field } from "../../ui/fields/field";
import { TextArea } from "../../ui/fields/text-area";
import type { ProfileErrors } from "./read-profile";

type Props = {
  initial: Omit<Profile, "operatingHours">;
  errors: ProfileErrors;
};

export function ShopFields({ initial, errors }: Props) {
  return (
    <>
      <Field
        label={strings.name}
        name="name"
        defaultValue={initial.name}
        maxLength={MAX_NAME}
        autoComplete="organization"
        dir="auto"
        error={errors.name}
      />
      <Field
        label={strings.phone}
        optional
        name="phone"
        type="tel"
        inputMode="tel"
        defaultValue={initial.phone ?? ""}
        autoComplete="tel"
        error={errors.phone}
      />
      <TextArea
        label={strings.description}
        optional
        name="description"
        defaultValue={initial.description ?? ""}
        maxLength={MAX_DESCRIPTION}
        placeholder={strings.shown}
        dir="auto"
        className="col-span-full"
      />
    </>
  );
}

export function SlotField({ initial, errors }: Props) {
  return (
    <Field
      label={strings.slot}
      hint={strings.inMinutes}
      name="slotMinutes"
      type="number"
      inputMode="numeric"
      min={SLOT_STEP}
      step={SLOT_STEP}
      defaultValue={initial.slotMinutes}
      error={errors.slotMinutes}
      className="max-w-60"
    />
  );
}
