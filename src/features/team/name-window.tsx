/** The name of a person in the shop: one's own, or of somebody below. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MAX_PERSON_NAME } from "../../../convex/business/rules/roles";
import { textIn } from "../../lib/read-form";
import { isolated } from "../../strings/language/intl";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";
import type { Person } from "./types";

export function NameWindow(props: {
  person: Person;
  who: string;
  onClose: () => void;
}) {
  const { person, who, onClose } = props;
  const { personId, name, isYou } = person;
  const rename = useMutation(api.team.people.rename);
  const send = async (form: FormData) => {
    try {
      const answer = await rename({ personId, name: textIn(form, "name") });
      if (!answer.ok) return refusalText(answer);
    } catch (error) {
      return errorText(error, strings.failed);
    }
    showSuccess(strings.renamed);
    return null;
  };
  const verb = name === null ? strings.addName : strings.editName;
  return (
    <FormWindow
      title={isYou ? verb : strings.renameOne(isolated(who))}
      verb={strings.save}
      send={send}
      onClose={onClose}
    >
      <Field
        {...firstFocus}
        label={isYou ? strings.ownName : strings.name}
        hint={isYou && strings.ownNameMeaning}
        name="name"
        defaultValue={name ?? ""}
        maxLength={MAX_PERSON_NAME}
        autoComplete={isYou ? "name" : "off"}
        dir="auto"
      />
    </FormWindow>
  );
}
