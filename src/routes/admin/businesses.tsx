/** /admin/businesses: all of them. */
import { AddBusiness } from "../../features/directory/add-business";
import { BusinessList } from "../../features/directory/business-list";
import { TotalsNote } from "../../features/directory/totals-note";
import { AdminPage } from "../../features/shell/admin-page";
import { directory as texts } from "../../texts/directory";
import { useRun } from "./use-run";

/** The list, and the way to add one. */
export default function BusinessesScreen() {
  const { run, window } = useRun();
  return (
    <AdminPage
      title={texts.title}
      note={<TotalsNote />}
      action={<AddBusiness run={run} />}
    >
      <BusinessList run={run} />
      {window}
    </AdminPage>
  );
}
