/** The wizard's last screen: the owner tries the queue with their own phone. It shows when a person has joined. */
import { CircleCheck, ExternalLink } from "lucide-react";
import { useMutation, useQuery } from "convex/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { useCall } from "../../lib/server/use-call";
import { newSecret } from "../../lib/new-secret";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { setup } from "../../strings/setup";
import { Button, ButtonAnchor } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { showError } from "../../ui/toast";

const { try: strings } = setup;

export function TryIt(props: {
  queueId: Id<"queues">;
  url: string;
  code: ReactNode;
  dashboard: string;
}) {
  const { queueId, url, code, dashboard } = props;
  const board = useQuery(api.desk.actions.board, { queueId });
  const removeTest = useMutation(api.desk.actions.removeTest);
  const { busy, send } = useCall(words, strings.notRemoved, showError);
  const [removed, setRemoved] = useState(false);
  const onward = useRef<HTMLAnchorElement>(null);
  const person = board?.called[0] ?? board?.waiting[0];
  const joined = person !== undefined;
  useEffect(() => {
    if (joined) onward.current?.focus();
  }, [joined]);

  const remove = async () => {
    if (person === undefined) return;
    const { ticketId } = person;
    await send(
      () => removeTest({ ticketId, requestKey: newSecret() }),
      () => setRemoved(true),
    );
  };

  return (
    <div className="grid justify-items-center gap-5 rounded-lg border border-line bg-surface p-4 text-center md:p-6">
      {!joined && (
        <>
          {/* A phone cannot scan itself. */}
          <div className="w-full max-w-72 max-sm:hidden [&>svg]:h-auto [&>svg]:w-full">
            {code}
          </div>
          <ButtonAnchor
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="primary"
            size="hero"
            icon={ExternalLink}
            className="w-full sm:max-w-sm"
          >
            {strings.openPage}
          </ButtonAnchor>
        </>
      )}
      <p role="status" className="text-lg font-semibold text-balance">
        {person === undefined ? (
          <span className="font-normal text-ink-2">
            {removed ? strings.removed : strings.waiting}
          </span>
        ) : (
          <>
            <CircleCheck className="mx-auto mb-3 size-14 text-brand-text" />
            {strings.joined(
              ticketName(person.letter, person.number),
              person.name === null ? null : isolated(person.name),
            )}
            <span className="mt-1 block text-base font-normal text-ink-2">
              {strings.next}
            </span>
          </>
        )}
      </p>
      <div className="grid w-full gap-3 sm:max-w-sm">
        <ButtonLink
          ref={onward}
          to={dashboard}
          replace
          variant={joined ? "primary" : "ghost"}
          size={joined ? "hero" : "field"}
        >
          {strings.toDashboard}
        </ButtonLink>
        {joined && (
          <Button
            variant="ghost"
            size="field"
            busy={busy}
            onClick={() => void remove()}
          >
            {strings.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
