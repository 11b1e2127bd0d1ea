/** /admin/queues/:id: the queues of a business. */
import { useParams } from "react-router-dom";
import {
  QueueList,
  QueuesSkeleton,
  useQueues,
} from "../../features/directory/queue-list";
import { AdminPage } from "../../features/shell/admin-page";
import { adminBusinessPath } from "../../lib/address/admin-paths";
import { directory } from "../../strings/admin/directory";
import { BusinessGone } from "./business-gone";

const { queues: strings } = directory;

export default function QueuesScreen() {
  const { id = "" } = useParams();
  const given = useQueues(id);
  const back = { to: adminBusinessPath(id), label: strings.back };
  if (given === undefined) {
    return (
      <AdminPage title={strings.title} back={back}>
        <QueuesSkeleton />
      </AdminPage>
    );
  }
  if (given === null) return <BusinessGone />;
  return (
    <AdminPage
      title={strings.title}
      note={<bdi className="wrap-anywhere">{given.business.name}</bdi>}
      back={back}
    >
      <QueueList given={given} />
    </AdminPage>
  );
}
