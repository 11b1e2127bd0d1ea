/** The named chairs, or how many people the queue serves at once. The effects are in convex/queue/rules/chairs. */
import { useConvex } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { Minus, Plus } from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import { MAX_CHAIRS } from "../../../../convex/queue/rules/chairs";
import { newRequestKey } from "../../../lib/server/request-key";
import { useFreshness } from "../../../lib/server/connection";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import { errorText } from "../../../strings/refusals/owner";
import { IconButton } from "../../../ui/icon-button";
import { FormError } from "../../../ui/fields/form-error";
import { OfflineBanner } from "../../../ui/live";
import { Num } from "../../../ui/num";
import { Dialog } from "../../../ui/windows/dialog";
import { namedChairs } from "../counter-view";
import type { Board, QueueWindowProps, WindowProps } from "../types";
import { useRefusal } from "../use-refusal";
import { Gone } from "./gone";
import { NamedChairs } from "./named-chairs";

const { desk: strings } = dashboard;
const { chairs: words } = windows;

export function ChairsWindow(props: QueueWindowProps) {
  const { counter, board, onClose } = props;
  const named = namedChairs(counter);
  if (named !== null) return <NamedChairs {...props} named={named} />;
  if (board === undefined) return <Gone onClose={onClose} />;
  return <ChairCount {...props} board={board} />;
}

function ChairCount(props: WindowProps & { board: Board }) {
  const { counter, board, onClose } = props;
  const convex = useConvex();
  const { live } = useFreshness();
  const [refusal, refuse] = useRefusal();
  const { queueId, chairs } = board;
  const word = counter.chairs?.word;

  const set = (wanted: number) => {
    if (!live || wanted < 1 || wanted > MAX_CHAIRS) return;
    refuse(null);
    const atOnce = (store: OptimisticLocalStore) => {
      const of = { queueId };
      const now = store.getQuery(api.desk.actions.board, of);
      if (now === undefined) return;
      const next = { ...now, chairs: wanted };
      store.setQuery(api.desk.actions.board, of, next);
    };
    convex
      .mutation(
        api.desk.queues.setChairs,
        { queueId, chairs: wanted, requestKey: newRequestKey() },
        { optimisticUpdate: atOnce },
      )
      .catch((error: unknown) => refuse(errorText(error, strings.failed)));
  };

  return (
    <Dialog
      onClose={onClose}
      title={strings.chairs(chairs, word)}
      description={<bdi>{board.name}</bdi>}
      width="confirm"
    >
      <div className="px-4">
        <FormError message={refusal} />
        {!live && <OfflineBanner />}
      </div>
      <div className="flex items-center justify-center gap-6 px-4 pt-3 pb-6">
        <IconButton
          label={words.fewer(word)}
          icon={Minus}
          bordered
          className="acts size-14"
          aria-disabled={!live || chairs <= 1}
          onClick={() => set(chairs - 1)}
        />
        <output className="min-w-12 text-center text-num-l">
          <Num value={chairs} />
        </output>
        <IconButton
          label={words.more(word)}
          icon={Plus}
          bordered
          className="acts size-14"
          aria-disabled={!live || chairs >= MAX_CHAIRS}
          onClick={() => set(chairs + 1)}
        />
      </div>
    </Dialog>
  );
}
