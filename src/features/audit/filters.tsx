/** The filters of the audit log: text, action and days. */
import { useQuery } from "convex/react";
import { Search } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import type { AuditAction } from "../../../convex/audit/rules/entries";
import { audit as strings } from "../../strings/admin/audit";
import { isolated, listed } from "../../strings/language/intl";
import { Banner } from "../../ui/banner";
import { Field } from "../../ui/fields/field";
import { SearchForm } from "../../ui/fields/search-form";
import { Select } from "../../ui/fields/select";

/** As in the page's address; days as 'YYYY-MM-DD', empty for any. */
export type Asked = { text: string; action: string; from: string; to: string };

/** As long as the longest searchable text. */
const MAX_TEXT = 200;
const ACTIONS = Object.keys(strings.actions) as AuditAction[];

export function Filters(props: {
  asked: Asked;
  onAsk: (change: Partial<Asked>) => void;
}) {
  const { asked, onAsk } = props;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <SearchForm
          asked={asked.text}
          words={strings}
          maxLength={MAX_TEXT}
          onAsk={(text) => onAsk({ text })}
        />
        <Select
          label={strings.kind}
          value={asked.action}
          className="w-full sm:w-64"
          options={[
            { value: "", label: strings.allKinds },
            ...ACTIONS.map((one) => ({
              value: one,
              label: strings.actions[one],
            })),
          ]}
          onPick={(action) => onAsk({ action })}
        />
        {(["from", "to"] as const).map((end) => (
          <Field
            key={end}
            label={strings[end]}
            type="date"
            value={asked[end]}
            className="w-44"
            onChange={({ target }) => onAsk({ [end]: target.value })}
          />
        ))}
      </div>
      {asked.text !== "" && <Part text={asked.text} />}
    </div>
  );
}

/** Says that the search covers only some of the businesses that match this text. */
function Part({ text }: { text: string }) {
  const meant = useQuery(api.admin.audit.meant, { text });
  if (meant?.more !== true) return null;
  const names = meant.businesses.flatMap(({ name }) => name ?? []);
  return (
    <Banner tone="info" icon={Search} spoken>
      {strings.part(listed(names.map(isolated)))}
    </Banner>
  );
}
