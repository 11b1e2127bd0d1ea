/** The named chairs in the manager: add, rename, choose queues, delete, and the word for one (product.md CH1, CH2). */
import { useMutation } from "convex/react";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { ChairWord } from "../../../convex/business/rules/profile";
import { MAX_CHAIRS } from "../../../convex/queue/rules/chairs";
import { useAnswer } from "../../lib/server/use-answer";
import { useCall } from "../../lib/server/use-call";
import { parts } from "../../strings/parts";
import { desk, queueManager } from "../../strings/desk";
import { listed, queueLabel } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { Select } from "../../ui/fields/select";
import { showError } from "../../ui/toast";
import { ChairForm } from "./chair-form";
import { DeleteChair } from "./delete-chair";
import type { Chair, Queue } from "./types";

const { chairs: strings } = queueManager;
const { more, title } = desk.chairs;
const WORDS = Object.keys(title) as ChairWord[];

type Opened =
  | { of: "form"; chair: Chair | null }
  | { of: "delete"; chair: Chair };

export function ChairSettings(props: {
  queues: readonly Queue[];
  readOnly: boolean;
}) {
  const { queues, readOnly } = props;
  const setWord = useMutation(api.desk.chairs.setWord).withOptimisticUpdate(
    (store, given) => {
      const { list } = api.desk.chairs;
      const now = store.getQuery(list, {});
      store.setQuery(list, {}, now && { ...now, ...given });
    },
  );
  const { send } = useCall(words, parts.failed, showError);
  const [opened, open] = useState<Opened | null>(null);
  // Not useQuery: its failure would take the queues with it.
  const answer = useAnswer(api.desk.chairs.list, {});
  if (answer === undefined || answer instanceof Error) return null;
  const { word, chairs } = answer;
  const close = () => open(null);
  return (
    <section
      aria-labelledby="chairs-title"
      className="grid grid-cols-1 gap-3 border-t border-line px-4 py-4 md:px-6"
    >
      <h3 id="chairs-title" className="text-lg font-bold">
        {title[word]}
      </h3>
      <p className="text-sm text-ink-2">{strings.meaning}</p>
      <ul className="divide-y divide-line">
        {chairs.map((chair) => (
          <li key={chair.chairId} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-left font-semibold" dir="auto">
                {chair.name}
              </p>
              <p className="text-sm wrap-anywhere text-ink-2">
                {queuesOf(chair, queues)}
              </p>
            </div>
            {!readOnly && (
              <>
                <Button
                  variant="ghost"
                  className="px-3"
                  aria-label={strings.edit(chair.name)}
                  onClick={() => open({ of: "form", chair })}
                >
                  {queueManager.edit}
                </Button>
                <IconButton
                  label={queueManager.deleteOne(chair.name)}
                  icon={Trash2}
                  onClick={() => open({ of: "delete", chair })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label={strings.word}
            value={word}
            options={WORDS.map((value) => ({ value, label: title[value] }))}
            onPick={(next) => void send(() => setWord({ word: next }))}
            className="min-w-0 flex-[0_1_14rem]"
          />
          {chairs.length < MAX_CHAIRS ? (
            <Button
              size="field"
              icon={Plus}
              onClick={() => open({ of: "form", chair: null })}
            >
              {more(word)}
            </Button>
          ) : (
            <p className="py-3 text-ink-2">{strings.most(MAX_CHAIRS)}</p>
          )}
        </div>
      )}
      {opened?.of === "form" && (
        <ChairForm chair={opened.chair} {...{ word, queues }} onClose={close} />
      )}
      {opened?.of === "delete" && (
        <DeleteChair chair={opened.chair} onClose={close} />
      )}
    </section>
  );
}

/** "Haircut (bookings), Colour" */
function queuesOf({ queueIds }: Chair, queues: readonly Queue[]): string {
  const labels = queueIds.flatMap((queueId, at) => {
    const queue = queues.find((one) => one.queueId === queueId);
    if (queue === undefined) return [];
    const label = queueLabel(queue);
    return [at === 0 && queues.length > 1 ? strings.home(label) : label];
  });
  return labels.length === 0 ? strings.noQueue : listed(labels);
}
