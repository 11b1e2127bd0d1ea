/** /admin/visitors: requests for a demo and addresses for the newsletter. */
import { AdminPage } from "../../features/shell/admin-page";
import { Addresses } from "../../features/visitors/addresses";
import { DemoRequests } from "../../features/visitors/demo-requests";
import { visitors as texts } from "../../texts/visitors";
import { CardBoundary } from "../../ui/card-boundary";

/** Inside the portal's frame. */
export default function AdminVisitors() {
  return (
    <AdminPage title={texts.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CardBoundary text={texts.failed}>
          <DemoRequests />
        </CardBoundary>
        <CardBoundary text={texts.failed}>
          <Addresses />
        </CardBoundary>
      </div>
    </AdminPage>
  );
}
