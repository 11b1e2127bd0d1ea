/** One queue to choose: name, wait, people waiting. A full one shows the shop's phone; the server refuses the join. */
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
  invalid: boolean;
  phone: string | null;
  onChoose: () => void;
};

/** A radio button as large as a thumb. */
export function QueueCard(props: Props) {
  const { queue, chosen, invalid, phone } = props;
  const full = queue.limitReached;
  return (
    <div
      className={cn(
        "rounded-lg border",
        chosen
          ? "border-brand bg-brand-soft ring-1 ring-brand ring-inset"
          : full
            ? "border-line bg-sunken"
            : invalid
              ? "border-danger bg-surface"
              : "border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      <label className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-3 px-3.5 py-1.5">
        <input
          type="radio"
          name="queue"
          value={queue.queueId}
          checked={chosen}
          aria-invalid={invalid || undefined}
          onChange={props.onChoose}
          className="size-5.5 shrink-0 accent-brand"
        />
        <span className="grid min-w-[5rem] flex-1 leading-5">
          <span className="block text-left font-bold wrap-anywhere" dir="auto">
            {queue.name}
          </span>
          {props.words !== null && (
            <span className="block text-sm text-ink-2">{props.words}</span>
          )}
          {queue.description !== null && (
            // In px: large text alone does not hide it.
            <span className="[@media(max-height:699px)]:hidden">
              <span
                className="line-clamp-2 text-left text-sm wrap-anywhere text-ink-2"
                dir="auto"
              >
                {queue.description}
              </span>
            </span>
          )}
        </span>
        <span className="ml-auto text-sm text-ink-2">
          <span className="text-lg num text-ink">
            {number(queue.waitingCount)}
          </span>{" "}
          {strings.join.waiting}
        </span>
      </label>
      {full && phone !== null && (
        <a
          href={phoneHref(phone)}
          className="flex min-h-11 items-center gap-2 border-t border-line px-4 font-semibold text-brand-text"
        >
          <Phone className="size-5" />
          {strings.callShop}
        </a>
      )}
    </div>
  );
}
