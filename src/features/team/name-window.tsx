/** The name of a person in the shop: the user's own, or that of someone with a lower role. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MAX_PERSON_NAME } from "../../../convex/business/rules/roles";
import { fieldOf } from "../../lib/read-form";
import { whyNot } from "../../lib/server/use-call";
import { everyone } from "../../strings/everyone";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
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
  const send = (form: HTMLFormElement) =>
    whyNot(
      words,
      everyone.failed,
      () => rename({ personId, name: fieldOf(form, "name") }),
      () => showSuccess(strings.renamed),
    );
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
