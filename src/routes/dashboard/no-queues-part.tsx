/** The dashboard of a business without a queue. Loaded then only: it is so for a minute of a business's life. */
import { late } from "../../lib/late";
import { Bone } from "../../ui/skeleton";
import type { WorkplaceProps } from "./types";

const noQueues = late(async () => ({
  default: (await import("../../features/queues/no-queues")).NoQueues,
}));

/** After a lapse no queue can be made. */
export function NoQueuesPart({ newcomers }: Pick<WorkplaceProps, "newcomers">) {
  return (
    <noQueues.Screen
      canCreate={newcomers !== null}
      fallback={<Bone className="h-96 rounded-lg" />}
    />
  );
}
