/** /admin/visitors: requests for a demo and addresses for the newsletter. */
import { AdminPage } from "../../features/shell/admin-page";
import { Addresses } from "../../features/visitors/addresses";
import { DemoRequests } from "../../features/visitors/demo-requests";
import { visitors as strings } from "../../strings/admin/visitors";
import { CardBoundary } from "../../ui/card-boundary";

export default function AdminVisitors() {
  return (
    <AdminPage title={strings.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CardBoundary text={strings.failed}>
          <DemoRequests />
        </CardBoundary>
        <CardBoundary text={strings.failed}>
          <Addresses />
        </CardBoundary>
      </div>
    </AdminPage>
  );
}
