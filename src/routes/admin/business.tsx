/** /admin/businesses/:id: one business. */
import { useNavigate, useParams } from "react-router-dom";
import { EntryPages } from "../../features/audit/entry-pages";
import {
  BusinessSkeleton,
  BusinessView,
  useBusiness,
} from "../../features/directory/business-view";
import { AdminPage } from "../../features/shell/admin-page";
import { ViewAsOwner } from "../../features/viewing/view-as-owner";
import { adminPaths } from "../../lib/address/admin-paths";
import { audit } from "../../strings/admin/audit";
import { directory } from "../../strings/admin/directory";
import { openClock } from "../../strings/language/page-clock";
import { Card } from "../../ui/card";
import { BusinessGone, toBusinesses } from "./business-gone";

const { business: strings } = directory;
const ALL = { text: "", action: null, from: null, to: null };

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
        <Card title={audit.ofBusiness}>
          <EntryPages
            search={{ ...ALL, businessId: id }}
            timeZone={business.timezone}
            onClear={null}
          />
        </Card>
      </BusinessView>
    </AdminPage>
  );
}
