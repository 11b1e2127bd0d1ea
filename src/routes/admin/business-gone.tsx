/** In place of a page about a business that was deleted or never existed. */
import { AdminPage } from "../../features/shell/admin-page";
import { adminPaths } from "../../lib/address/admin-paths";
import { directory } from "../../strings/admin/directory";

const { business: strings } = directory;

export const toBusinesses = { to: adminPaths.businesses, label: strings.back };

export function BusinessGone({ title = strings.gone }: { title?: string }) {
  return (
    <AdminPage title={title} back={toBusinesses}>
      <div className="rounded-lg border border-line bg-surface px-4 py-12 text-center">
        <p className="text-ink-2">{strings.goneMeans}</p>
      </div>
    </AdminPage>
  );
}
