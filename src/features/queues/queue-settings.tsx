/** Whether a queue takes bookings. A change applies at once. */
import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useCall } from "../../lib/server/use-call";
import { queueManager as strings } from "../../strings/desk";
import * as words from "../../strings/refusals/owner";
import { CheckRow } from "../../ui/fields/check-row";
import { showError } from "../../ui/toast";
import type { Queue } from "./types";

export function QueueSettings(props: {
  queue: Queue;
  businessId: string;
  offline: boolean;
}) {
  const { queue, businessId, offline } = props;
  const { queueId, takesBookings } = queue;
  const shop = useQuery(api.profile.businesses.publicProfile, { businessId });
  const change = useMutation(
    api.desk.queues.setTakesBookings,
  ).withOptimisticUpdate((store, args) => {
    const queues = store.getQuery(api.desk.queues.list, {});
    const changed = queues?.map((one) =>
      one.queueId === args.queueId
        ? { ...one, takesBookings: args.takesBookings }
        : one,
    );
    store.setQuery(api.desk.queues.list, {}, changed);
  });
  const { send } = useCall(words, strings.bookingsFailed, showError);
  return (
    <CheckRow
      className="mt-4"
      label={strings.takesBookings}
      meaning={shop && strings.slotLength(shop.slotMinutes)}
      checked={takesBookings}
      disabled={offline}
      onChange={() =>
        void send(() => change({ queueId, takesBookings: !takesBookings }))
      }
    />
  );
}
