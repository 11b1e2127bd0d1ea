/** An address below /admin without a page (product.md S2, O30). */
import { AdminPage } from "../../features/shell/admin-page";
import { adminPaths } from "../../lib/address/admin-paths";
import { admin } from "../../strings/admin/admin";
import { ButtonLink } from "../../ui/button-link";
import { LostPlace } from "../../ui/lost-place";

const { notFound: strings } = admin;

export default function AdminNotFoundScreen() {
  return (
    <AdminPage title={strings.title}>
      <div className="grid justify-items-center gap-6 rounded-lg border border-line bg-surface p-8 text-center">
        <LostPlace />
        <ButtonLink variant="primary" to={adminPaths.overview}>
          {strings.toOverview}
        </ButtonLink>
      </div>
    </AdminPage>
  );
}
