/** /admin/businesses/:id: one business. */
import { useNavigate, useParams } from "react-router-dom";
import { BusinessEntries } from "../../features/audit/business-entries";
import {
  BusinessSkeleton,
  BusinessView,
  useBusiness,
} from "../../features/directory/business-view";
import { AdminPage } from "../../features/shell/admin-page";
import { ViewAsOwner } from "../../features/viewing/view-as-owner";
import { adminPaths } from "../../lib/address/admin-paths";
import { directory } from "../../strings/admin/directory";
import { openClock } from "../../strings/language/page-clock";
import { BusinessGone, toBusinesses } from "./business-gone";

const { business: strings } = directory;

export default function BusinessScreen() {
  const { id = "" } = useParams();
  const business = useBusiness(id);
  const navigate = useNavigate();
  if (business === undefined) {
    return (
      <AdminPage title={strings.facts} back={toBusinesses}>
        <BusinessSkeleton />
      </AdminPage>
    );
  }
  if (business === null) return <BusinessGone />;
  openClock(business);
  return (
    <AdminPage
      title={business.name}
      name={business.name}
      note={<bdi className="wrap-anywhere">{business.email}</bdi>}
      back={toBusinesses}
      action={!business.isErasing && <ViewAsOwner businessId={id} />}
    >
      <BusinessView
        business={business}
        onGone={() => void navigate(adminPaths.businesses, { replace: true })}
      >
        <BusinessEntries businessId={id} timeZone={business.timezone} />
      </BusinessView>
    </AdminPage>
  );
}
