/** Whether a queue takes bookings. A change applies at once. */
import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { queueManager as strings } from "../../strings/desk";
import { errorText } from "../../strings/refusals/owner";
import { showError } from "../../ui/toast";
import type { Queue } from "./types";

export function QueueSettings({
  queue: { queueId, takesBookings },
  businessId,
}: {
  queue: Queue;
  businessId: string;
}) {
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
  const toggle = async () => {
    try {
      await change({ queueId, takesBookings: !takesBookings });
    } catch (error) {
      showError(errorText(error, strings.bookingsFailed));
    }
  };
  return (
    <div className="mt-4 grid gap-3">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={takesBookings}
          onChange={() => void toggle()}
          className="size-5 shrink-0 accent-brand"
        />
        <span>
          <span className="font-semibold">{strings.takesBookings}</span>
          {shop && (
            <span className="block text-sm text-ink-2">
              {strings.slotLength(shop.slotMinutes)}
            </span>
          )}
        </span>
      </label>
    </div>
  );
}
