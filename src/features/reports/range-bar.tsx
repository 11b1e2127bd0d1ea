/** The choice of days and queue, and the file download. The choice is also in the address. */
import { Download } from "lucide-react";
import { useState } from "react";
import { isDay } from "../../../convex/base/rules/timezones";
import { number } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Button } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { Segmented } from "../../ui/fields/segmented";
import { Select } from "../../ui/fields/select";
import { choices, MAX_DAYS, type Choice, type Days } from "./ranges";
import { IN_EVERY_PLAN, type Wrong } from "./use-range";

type Props = {
  choice: Choice;
  onChoice: (choice: Choice) => void;
  /** The custom range, as typed. */
  own: Days;
  onOwn: (days: Days) => void;
  wrong: Wrong | null;
  today: string;
  queues: readonly { queueId: string; name: string }[];
  queueId: string | null;
  onQueue: (queueId: string | null) => void;
  /** The plan shows everything. */
  isFull: boolean;
  /** A plan that shows everything can be bought. */
  canBuy: boolean;
  download: { start: () => void; busy: boolean };
};

export function RangeBar(props: Props) {
  const { choice, queues, queueId, isFull, canBuy, download } = props;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Segmented
        label={strings.range}
        className="w-full max-sm:*:grid max-sm:*:grid-cols-2 sm:w-auto sm:whitespace-nowrap"
        options={choices.map((one) => {
          const isShown = isFull || IN_EVERY_PLAN.includes(one);
          const name = strings.ranges[one];
          return {
            value: one,
            label: isShown || !canBuy ? name : strings.inPro(name),
            disabled: !isShown,
          };
        })}
        value={choice}
        onChange={props.onChoice}
      />
      {choice === "own" && <OwnDays {...props} />}
      <Select
        label={strings.queue}
        hideLabel
        className="w-full sm:w-60"
        value={queueId ?? ""}
        options={[
          { value: "", label: strings.allQueues },
          ...queues.map((queue) => ({
            value: queue.queueId,
            label: queue.name,
          })),
        ]}
        onPick={(picked) => props.onQueue(picked === "" ? null : picked)}
      />
      {isFull && (
        <Button
          size="field"
          icon={Download}
          className="w-full sm:ml-auto sm:w-auto"
          busy={download.busy}
          busyText={strings.downloading}
          disabled={props.wrong !== null}
          onClick={download.start}
        >
          {strings.download}
        </Button>
      )}
    </div>
  );
}

function OwnDays({ own, onOwn, wrong, today }: Props) {
  const [isTyping, setIsTyping] = useState(false);
  const error = {
    missing: strings.missingDay,
    order: strings.wrongOrder,
    length: strings.tooLong(number(MAX_DAYS)),
  };
  // A missing day is marked at its own field.
  const errorAt = (day: string, isFirst: boolean) =>
    wrong !== null && !isTyping && (wrong === "missing" ? !isDay(day) : isFirst)
      ? error[wrong]
      : null;
  const field = {
    type: "date",
    className: "min-w-36 flex-1 sm:w-44 sm:flex-none",
    max: today,
    onFocus: () => setIsTyping(true),
    onBlur: () => setIsTyping(false),
  };
  return (
    <>
      <Field
        {...field}
        label={strings.from}
        value={own.from}
        error={errorAt(own.from, true)}
        onChange={({ target }) => onOwn({ ...own, from: target.value })}
      />
      <Field
        {...field}
        label={strings.to}
        value={own.to}
        error={errorAt(own.to, false)}
        onChange={({ target }) => onOwn({ ...own, to: target.value })}
      />
    </>
  );
}
