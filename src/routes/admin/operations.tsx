/** /admin/operations: the state of the platform. */
import {
  Operations,
  RefreshButton,
} from "../../features/operations/operations";
import { useLook } from "../../features/operations/use-look";
import { AdminPage } from "../../features/shell/admin-page";
import { momentOf } from "../../lib/time/format";
import { operations as strings } from "../../strings/admin/operations";

export default function AdminOperations() {
  const looking = useLook();
  const { look } = looking;
  return (
    <AdminPage
      title={strings.title}
      note={look === null ? undefined : strings.asOf(momentOf(look.at))}
      action={<RefreshButton {...looking} />}
    >
      <Operations {...looking} />
    </AdminPage>
  );
}
