/** /admin/audit: the audit log. The filters are in the address, so that the back button restores them. */
import type { AuditAction } from "../../../convex/audit/rules/entries";
import { EntryPages, type Search } from "../../features/audit/entry-pages";
import { Filters, type Asked } from "../../features/audit/filters";
import { AdminPage } from "../../features/shell/admin-page";
import { useAddressSearch } from "../../lib/address/use-address-search";
import { audit as strings } from "../../strings/admin/audit";
import { Card } from "../../ui/card";

export default function AdminAudit() {
  const [search, change] = useAddressSearch();
  const asked = askedIn(search);
  const isNarrowed = Object.values(asked).some((value) => value !== "");
  return (
    <AdminPage title={strings.title} note={strings.note}>
      <Filters asked={asked} onAsk={change} />
      <Card title={strings.list} hideTitle className="px-4 py-2 sm:px-5">
        <EntryPages
          search={searchOf(asked)}
          onClear={isNarrowed ? () => change(NOTHING) : null}
        />
      </Card>
    </AdminPage>
  );
}

const NOTHING: Asked = { text: "", action: "", from: "", to: "" };

function askedIn(params: URLSearchParams): Asked {
  const of = (name: keyof Asked) => params.get(name) ?? "";
  const action = of("action");
  return {
    text: of("text"),
    action: Object.hasOwn(strings.actions, action) ? action : "",
    from: dayIn(of("from")),
    to: dayIn(of("to")),
  };
}

function dayIn(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : "";
}

/** Days are whole days in the admin's time zone. */
function searchOf({ text, action, from, to }: Asked): Search {
  return {
    text,
    action: action === "" ? null : (action as AuditAction),
    businessId: null,
    from: from === "" ? null : startOf(from),
    to: to === "" ? null : startOf(to, 1),
  };
}

/** Midnight of the day `later` days after, in the device's time zone. */
function startOf(day: string, later = 0): number {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.getTime();
}
