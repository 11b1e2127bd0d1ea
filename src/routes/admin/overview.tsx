/** /admin: the platform's figures. */
import { Overview } from "../../features/directory/overview";
import { AdminPage } from "../../features/shell/admin-page";
import { useFreshness } from "../../lib/server/connection";
import { directory } from "../../strings/admin/directory";

export default function OverviewScreen() {
  const { live } = useFreshness();
  return (
    <AdminPage title={directory.overview.title}>
      <Overview stale={!live} />
    </AdminPage>
  );
}
