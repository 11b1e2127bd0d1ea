/** /admin/businesses: all of them. */
import { AddBusiness } from "../../features/directory/add-business";
import { BusinessList } from "../../features/directory/business-list";
import { TotalsNote } from "../../features/directory/totals-note";
import { AdminPage } from "../../features/shell/admin-page";
import { directory as strings } from "../../strings/admin/directory";

export default function BusinessesScreen() {
  return (
    <AdminPage
      title={strings.title}
      note={<TotalsNote />}
      action={<AddBusiness />}
    >
      <BusinessList />
    </AdminPage>
  );
}
