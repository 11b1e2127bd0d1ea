/** /admin/businesses: all of them. */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { AddBusiness } from "../../features/directory/add-business";
import { BusinessList } from "../../features/directory/business-list";
import { noteOf } from "../../features/directory/words";
import { AdminPage } from "../../features/shell/admin-page";
import { directory as strings } from "../../strings/admin/directory";
import { Bone } from "../../ui/skeleton";

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

/** The number of businesses by plan. */
function TotalsNote() {
  const totals = useQuery(api.admin.directory.totals, {});
  if (totals === undefined) return <Bone className="mt-1 h-5 w-64 late" />;
  return <p>{noteOf(totals)}</p>;
}
