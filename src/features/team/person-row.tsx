/** One person of the shop: rename, another role, remove. */
import { useMutation } from "convex/react";
import {
  KeyRound,
  Pencil,
  UserMinus,
  UserRound,
  UserRoundCog,
} from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import {
  may,
  type Role,
  MAX_PERSON_NAME,
} from "../../../convex/business/rules/roles";
import { useFreshness } from "../../lib/server/connection";
import { useCall, whyNot } from "../../lib/server/use-call";
import { parts } from "../../strings/parts";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { Tag } from "../../ui/badge";
import { Menu } from "../../ui/menu";
import { showError, showSuccess } from "../../ui/toast";
import { Confirm } from "../../ui/windows/confirm";
import { PinWindow } from "./pin-window";
import { RowButton, TeamRow } from "./team-row";
import type { Person } from "./types";
import { fieldOf } from "../../lib/read-form";
import { Field } from "../../ui/fields/field";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";

/** @param own the role of the user */
export function PersonRow(props: {
  person: Person;
  own: Role;
  hasTablets: boolean;
  /** The tablets ask for PINs. */
  needsPin: boolean;
}) {
  const { person, own, hasTablets, needsPin } = props;
  const { personId, name, email, role, isYou, hasPin, mayManage } = person;
  const change = useMutation(api.team.people.changeRole);
  const remove = useMutation(api.team.people.remove);
  const { send } = useCall(words, parts.failed, showError);
  const { live } = useFreshness();
  const [open, setOpen] = useState<"name" | "pin" | "remove" | null>(null);
  const close = () => setOpen(null);
  const who = name ?? email ?? strings.roles[role];
  const other = role === "manager" ? "staff" : "manager";

  const end = () =>
    whyNot(
      words,
      parts.failed,
      () => remove({ personId }),
      () => showSuccess(strings.removed(isolated(who))),
    );

  const rename = {
    label: strings.rename,
    icon: Pencil,
    onSelect: () => setOpen("name"),
  };
  const makeOther = {
    label: role === "manager" ? strings.makeStaff : strings.makeManager,
    icon: role === "manager" ? UserRound : UserRoundCog,
    onSelect: () =>
      void send(
        () => change({ personId, role: other }),
        () => showSuccess(strings.isNow[other](isolated(who))),
      ),
  };
  const pin = {
    label: strings.pin.set,
    icon: KeyRound,
    onSelect: () => setOpen("pin"),
  };
  const leave = {
    label: strings.remove,
    icon: UserMinus,
    danger: true,
    onSelect: () => setOpen("remove"),
  };
  return (
    <TeamRow
      who={who}
      mark={isYou && <Tag tone="slate">{strings.you}</Tag>}
      facts={[
        strings.roles[role],
        name === null ? null : email,
        needsPin && !hasPin ? strings.pin.none : null,
      ]}
    >
      {isYou && (
        <RowButton icon={Pencil} onClick={() => setOpen("name")}>
          {name === null ? strings.addName : strings.editName}
        </RowButton>
      )}
      {mayManage && (
        <Menu
          label={strings.actionsOf(who)}
          title={who}
          className="acts"
          disabled={!live}
          items={[
            rename,
            ...(may(own, "ownShop") ? [makeOther] : []),
            ...(hasTablets ? [pin] : []),
            leave,
          ]}
        />
      )}
      {open === "name" && (
        <NameWindow person={person} who={who} onClose={close} />
      )}
      {open === "pin" && (
        <PinWindow
          personId={personId}
          title={strings.pin.setFor(isolated(who))}
          onClose={close}
        />
      )}
      <Confirm
        open={open === "remove"}
        title={strings.removeTitle(isolated(who))}
        question={strings.removeMeaning(isolated(who))}
        verb={strings.remove}
        onConfirm={end}
        onCancel={close}
      />
    </TeamRow>
  );
}

/** The name of a person in the shop: the user's own, or that of someone with a lower role. */
function NameWindow(props: {
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
      parts.failed,
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
