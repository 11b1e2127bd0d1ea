/** The audit log of one business, on its page in the portal. */
import { audit as strings } from "../../strings/admin/audit";
import { Card } from "../../ui/card";
import { EntryPages } from "./entry-pages";

export function BusinessEntries({ businessId }: { businessId: string }) {
  const all = { text: "", action: null, from: null, to: null };
  return (
    <Card title={strings.ofBusiness}>
      <EntryPages search={{ ...all, businessId }} onClear={null} />
    </Card>
  );
}
