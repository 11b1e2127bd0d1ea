/** One open invitation: send it again, withdraw it. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useCall } from "../../lib/server/use-call";
import { bookedTime } from "../../lib/time/format";
import { parts } from "../../strings/parts";
import * as words from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { Badge } from "../../ui/badge";
import { showError, showSuccess } from "../../ui/toast";
import { RowButton, TeamRow } from "./team-row";
import type { Invitation, InvitationLink } from "./types";
import { useInvite } from "./use-invite";

export function InvitationRow(props: {
  invitation: Invitation;
  isExpired: boolean;
  timeZone: string;
  sendsMail: boolean;
  /** The shop has paid; after a lapse an invitation can only be withdrawn. */
  canInvite: boolean;
  onLink: (link: InvitationLink) => void;
}) {
  const { invitation, isExpired, timeZone, sendsMail, canInvite } = props;
  const { invitationId, name, email, role, expiresAt, mayManage } = invitation;
  const revoke = useMutation(api.team.invitations.revoke);
  const invite = useInvite(props.onLink);
  const again = useCall(words, parts.failed, showError);
  const withdrawing = useCall(words, parts.failed, showError);
  const until = strings.worksUntil(bookedTime(expiresAt, timeZone));
  return (
    <TeamRow
      who={name}
      mark={isExpired && <Badge tone="grey">{strings.expired}</Badge>}
      facts={[strings.roles[role], email, isExpired ? null : until]}
    >
      {mayManage && (
        <div className="flex flex-wrap gap-2">
          {canInvite && (
            <RowButton
              aria-label={(sendsMail
                ? strings.sendAgainTo
                : strings.newLinkFor)(name)}
              busy={again.busy}
              onClick={() =>
                void again.send(() => invite({ name, email, role }))
              }
            >
              {sendsMail ? strings.sendAgain : strings.newLink}
            </RowButton>
          )}
          <RowButton
            aria-label={strings.withdrawOne(name)}
            busy={withdrawing.busy}
            onClick={() =>
              void withdrawing.send(
                () => revoke({ invitationId }),
                () => showSuccess(strings.withdrawn),
              )
            }
          >
            {strings.withdraw}
          </RowButton>
        </div>
      )}
    </TeamRow>
  );
}
