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
import { may, type Role } from "../../../convex/business/rules/roles";
import { useFreshness } from "../../lib/server/connection";
import { isolated } from "../../strings/language/intl";
import { team as strings } from "../../strings/team";
import { Tag } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { showSuccess } from "../../ui/toast";
import { Confirm } from "../../ui/windows/confirm";
import { NameWindow } from "./name-window";
import { PinWindow } from "./pin-window";
import { TeamRow } from "./team-row";
import type { Person } from "./types";
import { useAttempt } from "./use-attempt";

/** @param own the role of the user */
export function PersonRow(props: {
  person: Person;
  own: Role;
  hasTablets: boolean;
}) {
  const { person, own, hasTablets } = props;
  const { personId, name, email, role, isYou, mayManage } = person;
  const change = useMutation(api.team.people.changeRole);
  const remove = useMutation(api.team.people.remove);
  const { busy, attempt } = useAttempt();
  const { live } = useFreshness();
  const [open, setOpen] = useState<"name" | "pin" | "remove" | null>(null);
  const close = () => setOpen(null);
  const who = name ?? email ?? strings.roles[role];
  const other = role === "manager" ? "staff" : "manager";

  const giveOther = () =>
    void attempt(async () => {
      await change({ personId, role: other });
      showSuccess(strings.isNow[other](isolated(who)));
    });
  const end = async () => {
    await attempt(async () => {
      await remove({ personId });
      showSuccess(strings.removed(isolated(who)));
    });
    close();
  };

  const rename = {
    label: strings.rename,
    icon: Pencil,
    onSelect: () => setOpen("name"),
  };
  const makeOther = {
    label: role === "manager" ? strings.makeStaff : strings.makeManager,
    icon: role === "manager" ? UserRound : UserRoundCog,
    onSelect: giveOther,
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
      facts={[strings.roles[role], name === null ? null : email]}
    >
      {isYou && (
        <Button
          icon={Pencil}
          className="acts"
          disabled={!live}
          onClick={() => setOpen("name")}
        >
          {name === null ? strings.addName : strings.editName}
        </Button>
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
        busy={busy}
        onConfirm={() => void end()}
        onCancel={close}
      />
    </TeamRow>
  );
}
