/** The people in one queue, or in all of a business. */
import { useParams } from "react-router-dom";
import {
  ParticipantList,
  ParticipantSkeleton,
  useQueue,
} from "../../features/directory/participant-list";
import { useQueues } from "../../features/directory/queue-list";
import { AdminPage } from "../../features/shell/admin-page";
import { adminQueuesPath } from "../../lib/address/admin-paths";
import type { ListedShop } from "../../features/directory/types";
import { directory } from "../../strings/admin/directory";
import { openClock } from "../../strings/language/page-clock";
import { BusinessGone } from "./business-gone";

const { participants: strings } = directory;

export function QueueParticipantsScreen() {
  const { id = "" } = useParams();
  const queue = useQueue(id);
  const whose = { queueId: id, businessId: null };
  return (
    <Participants
      found={queue && { ...queue.business, queue: queue.name }}
      whose={whose}
    />
  );
}

export function BusinessParticipantsScreen() {
  const { id = "" } = useParams();
  const given = useQueues(id);
  const whose = { queueId: null, businessId: id };
  return (
    <Participants
      found={given && { ...given.business, queue: null }}
      whose={whose}
    />
  );
}

function Participants(props: {
  found: (ListedShop & { queue: string | null }) | null | undefined;
  whose: { queueId: string | null; businessId: string | null };
}) {
  const { found, whose } = props;
  if (found === null) return <BusinessGone title={strings.gone} />;
  if (found === undefined) {
    return (
      <AdminPage title={strings.title}>
        <ParticipantSkeleton />
      </AdminPage>
    );
  }
  const { businessId, name, queue } = found;
  openClock(found);
  return (
    <AdminPage
      title={strings.title}
      note={
        <p className="wrap-anywhere">
          {queue !== null && (
            <>
              <bdi>{queue}</bdi>
              {" · "}
            </>
          )}
          <bdi>{name}</bdi>
        </p>
      }
      back={{ to: adminQueuesPath(businessId), label: strings.backToQueues }}
    >
      <ParticipantList
        key={whose.queueId ?? businessId}
        whose={whose}
        businessId={businessId}
        timeZone={found.timezone}
      />
    </AdminPage>
  );
}
