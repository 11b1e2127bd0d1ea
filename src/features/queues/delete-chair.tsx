/** The question before a chair is deleted. It names who sits there. */
import { useMutation } from "convex/react";
import { Users } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { newRequestKey } from "../../lib/server/request-key";
import { useEach } from "../../lib/server/use-each";
import { whyNot } from "../../lib/server/use-call";
import { parts } from "../../strings/parts";
import { queueManager } from "../../strings/desk";
import { isolated, listed } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { Banner } from "../../ui/banner";
import { Confirm } from "../../ui/windows/confirm";
import type { Chair } from "./types";

const { chairs: strings } = queueManager;

export function DeleteChair(props: { chair: Chair; onClose: () => void }) {
  const { chair, onClose } = props;
  const remove = useMutation(api.desk.chairs.remove);
  const people = usePeopleAt(chair);
  const given = () => ({ chairId: chair.chairId, requestKey: newRequestKey() });

  return (
    <Confirm
      open
      title={strings.deleteTitle(isolated(chair.name))}
      question={strings.deleteMeans}
      verb={strings.delete}
      onConfirm={() => whyNot(words, parts.failed, () => remove(given()))}
      onCancel={onClose}
    >
      {people.length > 0 && (
        <Banner tone="warn" icon={Users}>
          {strings.areDone(listed(people))}
        </Banner>
      )}
    </Confirm>
  );
}

/** Those from other queues are not known here. */
function usePeopleAt({ chairId, queueIds }: Chair): string[] {
  const boards = useEach(api.desk.actions.board, "queueId", queueIds);
  return Object.values(boards)
    .flatMap((board) =>
      board === undefined || board instanceof Error ? [] : board.called,
    )
    .filter((person) => person.chairId === chairId)
    .map(({ letter, number, name }) => {
      const ticket = ticketName(letter, number);
      return name === null ? ticket : `${ticket} ${isolated(name)}`;
    });
}
