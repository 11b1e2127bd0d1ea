/** The filters of the audit log: text, action and days. */
import { useQuery } from "convex/react";
import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import type { AuditAction } from "../../../convex/audit/rules/entries";
import { audit as strings } from "../../strings/admin/audit";
import { isolated, listed } from "../../strings/language/intl";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { Select } from "../../ui/fields/select";

/** As in the page's address; days as 'YYYY-MM-DD', empty for any. */
export type Asked = { text: string; action: string; from: string; to: string };

/** As long as the longest searchable text. */
const MAX_TEXT = 200;
const ACTIONS = Object.keys(strings.actions) as AuditAction[];

export function SearchForm(props: {
  asked: Asked;
  onAsk: (change: Partial<Asked>) => void;
}) {
  const { asked, onAsk } = props;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("text");
    if (typeof typed === "string") onAsk({ text: typed.trim() });
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <form
          key={asked.text}
          role="search"
          onSubmit={send}
          className="flex max-w-lg min-w-0 flex-[1_1_18rem] items-end gap-2"
        >
          <Field
            label={strings.find}
            placeholder={strings.findHint}
            name="text"
            type="search"
            defaultValue={asked.text}
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            maxLength={MAX_TEXT}
            className="min-w-0 flex-1"
          />
          <Button type="submit" size="field" icon={Search}>
            {strings.search}
          </Button>
        </form>
        <Select
          label={strings.kind}
          value={asked.action}
          className="w-full sm:w-64"
          onChange={({ target }) => onAsk({ action: target.value })}
        >
          <option value="">{strings.allKinds}</option>
          {ACTIONS.map((action) => (
            <option key={action} value={action}>
              {strings.actions[action]}
            </option>
          ))}
        </Select>
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
