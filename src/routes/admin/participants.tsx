/** /admin/participants/queue/:id and /admin/participants/business/:id: who is in a queue, or in any queue of a business. */
import { useParams } from "react-router-dom";
import { ParticipantList } from "../../features/directory/participant-list";
import { AdminPage } from "../../features/shell/admin-page";
import { adminPaths, adminQueuesPath } from "../../lib/admin-paths";
import { directory } from "../../texts/directory";

const { business, participants: texts } = directory;

/** Of one queue. The way back is the business's, which its people name. */
export function QueueParticipantsScreen() {
  const { id = "" } = useParams();
  return (
    <AdminPage
      title={texts.title}
      back={{ to: adminPaths.businesses, label: business.back }}
    >
      <ParticipantList key={id} whose={{ queueId: id, businessId: null }} />
    </AdminPage>
  );
}

/** Of all queues of a business. */
export function BusinessParticipantsScreen() {
  const { id = "" } = useParams();
  return (
    <AdminPage
      title={texts.title}
      back={{ to: adminQueuesPath(id), label: texts.backToQueues }}
    >
      <ParticipantList key={id} whose={{ queueId: null, businessId: id }} />
    </AdminPage>
  );
}
