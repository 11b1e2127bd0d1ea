/** /admin: links to the pages, and the platform's figures. */
import { LifeBuoy, Store } from "lucide-react";
import { Overview } from "../../features/directory/overview";
import { PlaceCard } from "../../features/directory/place-card";
import { AdminPage } from "../../features/shell/admin-page";
import { adminPaths } from "../../lib/address/admin-paths";
import { useFreshness } from "../../lib/server/connection";
import { directory } from "../../strings/directory";

const { overview: strings } = directory;

export default function OverviewScreen() {
  const { live } = useFreshness();
  return (
    <AdminPage title={strings.title}>
      <div className="grid gap-4 md:grid-cols-2">
        <PlaceCard
          to={adminPaths.businesses}
          icon={Store}
          title={strings.businesses}
          text={strings.toBusinesses}
        />
        <PlaceCard
          to={adminPaths.support}
          icon={LifeBuoy}
          title={strings.support}
          text={strings.toSupport}
        />
      </div>
      <Overview stale={!live} />
    </AdminPage>
  );
}
