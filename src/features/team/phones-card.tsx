/** Whether staff see whole phone numbers. A change applies at once. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { team as strings } from "../../strings/team";
import { Card } from "../../ui/card";
import { CheckRow } from "./check-row";

export function PhonesCard({ covers }: { covers: boolean }) {
  const cover = useMutation(api.team.people.coverPhones).withOptimisticUpdate(
    (store, args) => {
      const team = store.getQuery(api.team.people.list, {});
      const changed = team && { ...team, coversPhones: args.covers };
      store.setQuery(api.team.people.list, {}, changed);
    },
  );
  return (
    <Card title={strings.phones}>
      <CheckRow
        checked={!covers}
        label={strings.wholePhones}
        meaning={strings.wholePhonesMeaning}
        toggle={() => cover({ covers: !covers })}
      />
    </Card>
  );
}
