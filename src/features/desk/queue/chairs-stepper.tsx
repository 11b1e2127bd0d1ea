/** 'Chairs on duty': how many people the queue serves at once. The effects are in convex/queue/rules/chairs. */
import { useConvex } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { Minus, Plus } from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import { MOST_CHAIRS } from "../../../../convex/queue/rules/chairs";
import { newRequestKey } from "../../../lib/server/request-key";
import { dashboard as strings } from "../../../strings/dashboard";
import { IconButton } from "../../../ui/button";
import { Num } from "../../../ui/num";
import type { OnDutyProps } from "../types";
import { useQueueChange } from "./use-queue-change";

export function ChairsStepper({
  board: { queueId, chairs },
  undoPlace,
  disabled,
}: OnDutyProps) {
  const convex = useConvex();
  const tell = useQueueChange(undoPlace);

  const set = (wanted: number) => {
    if (disabled || wanted < 1 || wanted > MOST_CHAIRS) return;
    const atOnce = (store: OptimisticLocalStore) => {
      const now = store.getQuery(api.desk.actions.board, { queueId });
      if (now === undefined) return;
      store.setQuery(
        api.desk.actions.board,
        { queueId },
        { ...now, chairs: wanted },
      );
    };
    const sent = convex.mutation(
      api.desk.queues.setChairs,
      { queueId, chairs: wanted, requestKey: newRequestKey() },
      { optimisticUpdate: atOnce },
    );
    void tell(sent, "chairsSet", wanted);
  };

  return (
    <div
      role="group"
      aria-label={strings.desk.chairs}
      className="flex items-center gap-2"
    >
      <span className="text-sm font-semibold" aria-hidden="true">
        {strings.desk.chairs}
      </span>
      <IconButton
        label={strings.desk.fewerChairs}
        icon={Minus}
        bordered
        className="acts"
        aria-disabled={disabled || chairs <= 1}
        onClick={() => set(chairs - 1)}
      />
      <output className="w-7 text-center text-xl">
        <Num value={chairs} />
      </output>
      <IconButton
        label={strings.desk.moreChairs}
        icon={Plus}
        bordered
        className="acts"
        aria-disabled={disabled || chairs >= MOST_CHAIRS}
        onClick={() => set(chairs + 1)}
      />
    </div>
  );
}
