/** The name and the queues of a chair, in a window. */
import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { ChairWord } from "../../../convex/business/rules/profile";
import {
  MAX_CHAIR_NAME,
  MAX_QUEUES_OF_CHAIR,
} from "../../../convex/queue/rules/chairs";
import { fieldOf, useErrors } from "../../lib/read-form";
import { whyNot } from "../../lib/server/use-call";
import { parts } from "../../strings/parts";
import { desk, queueManager } from "../../strings/desk";
import { queueLabel } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { ErrorLine, Field } from "../../ui/fields/field";
import { Select } from "../../ui/fields/select";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";
import type { Chair, Queue } from "./types";

const { chairs: strings } = queueManager;

/** @param chair null for a new one */
export function ChairForm(props: {
  chair: Chair | null;
  word: ChairWord;
  queues: readonly Queue[];
  onClose: () => void;
}) {
  const { chair, word, queues, onClose } = props;
  const create = useMutation(api.desk.chairs.create);
  const change = useMutation(api.desk.chairs.change);
  const ids = queues.map(({ queueId }) => queueId);
  /** The home first. */
  const [queueIds, choose] = useState<readonly string[]>(
    ids.length === 1 ? ids : (chair?.queueIds ?? []),
  );
  const [home] = queueIds;
  const others = (queueId: string) => queueIds.filter((one) => one !== queueId);
  const { errors, refuse } = useErrors<"queues">();
  const errorId = useId();
  const send = async (form: HTMLFormElement) => {
    const settings = { name: fieldOf(form, "name"), queueIds: [...queueIds] };
    const none =
      queues.length > 1 &&
      home === undefined &&
      words.refusalText({ code: "chairNeedsQueue" });
    if (refuse(form, { queues: none })) return undefined;
    return await whyNot(words, parts.failed, async () =>
      chair === null
        ? await create(settings)
        : await change({ ...settings, chairId: chair.chairId }),
    );
  };
  return (
    <FormWindow
      title={chair === null ? desk.chairs.more(word) : strings.edit(chair.name)}
      verb={strings.save}
      send={send}
      onClose={onClose}
    >
      <Field
        {...firstFocus}
        label={strings.name}
        name="name"
        defaultValue={chair?.name ?? ""}
        maxLength={MAX_CHAIR_NAME}
        autoComplete="off"
        dir="auto"
      />
      {queues.length > 1 && (
        <fieldset aria-describedby={errors.queues && errorId}>
          <legend className="font-semibold">{strings.queues}</legend>
          {queues.map((queue) => {
            const { queueId } = queue;
            const isChosen = queueIds.includes(queueId);
            return (
              <label key={queueId} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  name="queues"
                  aria-invalid={errors.queues !== undefined}
                  checked={isChosen}
                  disabled={!isChosen && queueIds.length >= MAX_QUEUES_OF_CHAIR}
                  onChange={() =>
                    choose(isChosen ? others(queueId) : [...queueIds, queueId])
                  }
                  className="size-5 shrink-0 accent-brand"
                />
                <span className="min-w-0 wrap-anywhere">
                  {queueLabel(queue)}
                </span>
              </label>
            );
          })}
          {errors.queues && <ErrorLine id={errorId}>{errors.queues}</ErrorLine>}
        </fieldset>
      )}
      {queues.length > 1 && home !== undefined && (
        <Select
          label={strings.pickHome}
          hint={strings.homeMeans(word)}
          value={home}
          options={queues
            .filter(({ queueId }) => queueIds.includes(queueId))
            .map((queue) => ({
              value: queue.queueId,
              label: queueLabel(queue),
            }))}
          onPick={(queueId) => choose([queueId, ...others(queueId)])}
        />
      )}
    </FormWindow>
  );
}
