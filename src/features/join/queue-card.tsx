/** One queue to choose: name, wait, people waiting. A full one cannot be chosen and shows the shop's phone. */
import { Phone } from "lucide-react";
import { cn } from "../../lib/cn";
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import { phoneHref } from "../../lib/address/phone-href";
import type { OpenQueue } from "./types";

type Props = {
  queue: OpenQueue;
  words: string | null;
  chosen: boolean;
  full: boolean;
  invalid: boolean;
  phone: string | null;
  onChoose: () => void;
};

/** A radio button as large as a thumb. */
export function QueueCard(props: Props) {
  const { queue, chosen, full, phone } = props;
  return (
    <div
      className={cn(
        "rounded-lg",
        full
          ? "border border-line bg-sunken"
          : chosen
            ? "border border-brand bg-brand-soft ring-1 ring-brand ring-inset"
            : "border border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      <label
        className={cn(
          "flex min-h-18 flex-wrap items-center gap-x-4 px-4 py-3",
          !full && "cursor-pointer",
        )}
      >
        <input
          type="radio"
          name="queue"
          value={queue.queueId}
          checked={chosen}
          disabled={full}
          aria-invalid={props.invalid || undefined}
          onChange={props.onChoose}
          className="size-6 shrink-0 accent-brand"
        />
        <span className="min-w-[5rem] flex-1">
          <span className="block text-left font-bold wrap-anywhere" dir="auto">
            {queue.name}
          </span>
          {props.words !== null && (
            <span className="block text-sm text-ink-2">{props.words}</span>
          )}
          {queue.description !== null && (
            <span
              className="line-clamp-2 text-left text-sm wrap-anywhere text-ink-2"
              dir="auto"
            >
              {queue.description}
            </span>
          )}
        </span>
        <span className="ml-auto text-right">
          <span className="block text-xl leading-none num">
            {number(queue.waitingCount)}
          </span>
          <span className="text-sm font-medium text-ink-2">
            {strings.join.waiting}
          </span>
        </span>
      </label>
      {full && phone !== null && (
        <a
          href={phoneHref(phone)}
          className="flex min-h-11 items-center gap-2 border-t border-line px-4 font-semibold text-brand-text"
        >
          <Phone className="size-5" aria-hidden="true" />
          {strings.callShop}
        </a>
      )}
    </div>
  );
}
