/** The audit log of one business, on its page in the portal. */
import { audit as strings } from "../../strings/admin/audit";
import { Card } from "../../ui/card";
import { EntryPages } from "./entry-pages";

export function BusinessEntries(props: {
  businessId: string;
  timeZone: string;
}) {
  const { businessId, timeZone } = props;
  const all = { text: "", action: null, from: null, to: null };
  return (
    <Card title={strings.ofBusiness}>
      <EntryPages
        search={{ ...all, businessId }}
        timeZone={timeZone}
        onClear={null}
      />
    </Card>
  );
}
