/** One open invitation: send it again, withdraw it. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useFreshness } from "../../lib/server/connection";
import { bookedTime } from "../../lib/time/format";
import { refusalText } from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { passFocus } from "../../ui/pass-focus";
import { showError, showSuccess } from "../../ui/toast";
import { TeamRow } from "./team-row";
import type { Invitation, InvitationLink } from "./types";
import { useAttempt } from "./use-attempt";
import { useInvite } from "./use-invite";

export function InvitationRow(props: {
  invitation: Invitation;
  isExpired: boolean;
  timeZone: string;
  sendsMail: boolean;
  onLink: (link: InvitationLink) => void;
}) {
  const { invitation, isExpired, timeZone, sendsMail, onLink } = props;
  const { invitationId, name, email, role, expiresAt, mayManage } = invitation;
  const revoke = useMutation(api.team.invitations.revoke);
  const invite = useInvite(onLink);
  const again = useAttempt();
  const withdrawing = useAttempt();
  const { live } = useFreshness();
  const sendAgain = async () => {
    const refusal = await invite({ name, email, role });
    if (refusal !== null) showError(refusalText(refusal));
  };
  const withdraw = async () => {
    await revoke({ invitationId });
    showSuccess(strings.withdrawn);
  };
  const until = strings.worksUntil(bookedTime(expiresAt, timeZone));
  return (
    <TeamRow
      who={name}
      mark={isExpired && <Badge tone="grey">{strings.expired}</Badge>}
      facts={[strings.roles[role], email, isExpired ? null : until]}
    >
      {mayManage && (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={passFocus}
            className="acts"
            aria-label={(sendsMail ? strings.sendAgainTo : strings.newLinkFor)(
              name,
            )}
            busy={again.busy}
            disabled={!live}
            onClick={() => void again.attempt(sendAgain)}
          >
            {sendsMail ? strings.sendAgain : strings.newLink}
          </Button>
          <Button
            ref={passFocus}
            className="acts"
            aria-label={strings.withdrawOne(name)}
            busy={withdrawing.busy}
            disabled={!live}
            onClick={() => void withdrawing.attempt(withdraw)}
          >
            {strings.withdraw}
          </Button>
        </div>
      )}
    </TeamRow>
  );
}
