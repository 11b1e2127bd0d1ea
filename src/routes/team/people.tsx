/** The content of /team under its heading. */
import { useMutation, useQuery } from "convex/react";
import { ArrowUpCircle, CreditCard } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { plans } from "../../../convex/base/rules/plans";
import { may } from "../../../convex/business/rules/roles";
import { partPath } from "../../features/shell/places";
import type { Business } from "../../features/shell/types";
import { InvitationRow } from "../../features/team/invitation-row";
import { InviteForm } from "../../features/team/invite-form";
import { PersonRow } from "../../features/team/person-row";
import { TabletsCard } from "../../features/team/tablets-card";
import type { InvitationLink } from "../../features/team/types";
import { paths } from "../../lib/address/paths";
import { useFreshness } from "../../lib/server/connection";
import { useCall } from "../../lib/server/use-call";
import { useNow } from "../../lib/time/use-now";
import { parts } from "../../strings/parts";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { shell } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";
import { team as strings } from "../../strings/team";
import { Banner, bannerLink } from "../../ui/banner";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { CheckRow } from "../../ui/fields/check-row";
import { ShownOnce } from "../../ui/fields/copy-field";
import { showError } from "../../ui/toast";
import { Dialog } from "../../ui/windows/dialog";
import { useConfirmFirst } from "../dashboard/confirm-first";

export default function Team(props: {
  business: Business;
  skeleton: ReactNode;
}) {
  const { business, skeleton } = props;
  const { role, timezone } = business;
  const team = useQuery(api.team.people.list, {});
  const tablets = useQuery(api.team.tablets.list, {});
  const cover = useMutation(api.team.people.coverPhones).withOptimisticUpdate(
    (store, { covers }) => {
      const known = store.getQuery(api.team.people.list, {});
      const changed = known && { ...known, coversPhones: covers };
      store.setQuery(api.team.people.list, {}, changed);
    },
  );
  const { send } = useCall(words, parts.failed, showError);
  const { live } = useFreshness();
  const now = useNow("minute");
  const [link, setLink] = useState<InvitationLink | null>(null);
  if (team === undefined || tablets === undefined) return skeleton;
  const { people, invitations, limit, sendsMail, coversPhones } = team;
  const open = invitations.filter(({ expiresAt }) => expiresAt > now);
  return (
    <>
      <Card title={strings.people}>
        <ul className="mt-1 divide-y divide-line">
          {people.map((person) => (
            <PersonRow
              key={person.personId}
              person={person}
              own={role}
              hasTablets={tablets.tablets.length > 0}
              needsPin={tablets.tablets.length > 0 && tablets.needsPins}
            />
          ))}
        </ul>
      </Card>
      {invitations.length > 0 && (
        <Card title={strings.invitations}>
          <ul className="mt-1 divide-y divide-line">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.email}
                invitation={invitation}
                isExpired={!open.includes(invitation)}
                timeZone={timezone}
                sendsMail={sendsMail}
                canInvite={business.subscription.isSubscribed}
                onLink={setLink}
              />
            ))}
          </ul>
        </Card>
      )}
      <Card title={strings.inviteTitle}>
        <Invite
          business={business}
          limit={limit}
          isFull={people.length + open.length >= limit}
        >
          <InviteForm own={role} onLink={setLink} />
        </Invite>
      </Card>
      <Card title={strings.phones}>
        <CheckRow
          className="mt-2"
          label={strings.wholePhones}
          meaning={strings.wholePhonesMeaning}
          checked={!coversPhones}
          disabled={!live}
          onChange={() => void send(() => cover({ covers: !coversPhones }))}
        />
      </Card>
      <TabletsCard {...tablets} />
      {link !== null && (
        <Dialog
          onClose={() => setLink(null)}
          title={strings.link.title(isolated(link.name))}
        >
          <div className="overflow-y-auto px-4 pb-5 md:px-6">
            <ShownOnce address={link.url} words={strings.link} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The form, or what is needed first. */
function Invite(props: {
  business: Business;
  limit: number;
  isFull: boolean;
  children: ReactNode;
}) {
  const { business, limit, isFull, children } = props;
  const { isSubscribed, isOnHold, upgradeTo } = business.subscription;
  const isOwner = may(business.role, "ownShop");
  const confirmFirst = useConfirmFirst();
  if (!isSubscribed) {
    return (
      <Banner tone="warn" icon={CreditCard} className="mt-3">
        {words.refusalText({ code: "notSubscribed" })}{" "}
        {isOwner && (
          <Link to={paths.paymentRequired} className={bannerLink}>
            {isOnHold ? signedIn.payBill : strings.choosePlan}
          </Link>
        )}
      </Banner>
    );
  }
  if (!isFull) return confirmFirst ?? children;
  return (
    <Banner tone="warn" icon={ArrowUpCircle} className="mt-3">
      <p>{strings.atLimit(limit)}</p>
      {isOwner && upgradeTo !== null && (
        <ButtonLink to={partPath("upgrade")} className="mt-3">
          {shell.upgradeTo(plans[upgradeTo].label)}
        </ButtonLink>
      )}
    </Banner>
  );
}
