/** Invites a person, also again with a new link. */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isolated } from "../../strings/language/intl";
import { team as strings } from "../../strings/team";
import { showSuccess } from "../../ui/toast";
import type { Invitation, InvitationLink } from "./types";

/** @param onLink on a server without mail */
export function useInvite(onLink: (link: InvitationLink) => void) {
  const invite = useAction(api.team.invitations.invite);
  return async (given: Pick<Invitation, "name" | "email" | "role">) => {
    const answer = await invite(given);
    const { name, email } = given;
    if (!answer.ok) return answer;
    if (answer.url === null) showSuccess(strings.sent(isolated(email)));
    else onLink({ name, url: answer.url });
    return answer;
  };
}
