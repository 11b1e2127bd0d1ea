/** Whether staff see whole phone numbers. A change applies at once. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useFreshness } from "../../lib/server/connection";
import { team as strings } from "../../strings/team";
import { Card } from "../../ui/card";
import { useAttempt } from "./use-attempt";

export function PhonesCard({ covers }: { covers: boolean }) {
  const cover = useMutation(api.team.people.coverPhones).withOptimisticUpdate(
    (store, args) => {
      const team = store.getQuery(api.team.people.list, {});
      const changed = team && { ...team, coversPhones: args.covers };
      store.setQuery(api.team.people.list, {}, changed);
    },
  );
  const { attempt } = useAttempt();
  const { live } = useFreshness();
  const toggle = () =>
    void attempt(async () => void (await cover({ covers: !covers })));
  return (
    <Card title={strings.phones}>
      <label className="mt-2 flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          checked={!covers}
          disabled={!live}
          onChange={toggle}
          className="mt-1 size-5 shrink-0 accent-brand"
        />
        <span>
          <span className="block font-semibold">{strings.wholePhones}</span>
          <span className="block text-sm text-ink-2">
            {strings.wholePhonesMeaning}
          </span>
        </span>
      </label>
    </Card>
  );
}
