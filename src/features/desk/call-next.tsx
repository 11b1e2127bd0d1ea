/** The Call Next and Skip buttons. Both name their person. */
import { BellRing, SkipForward } from "lucide-react";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { cn } from "../../lib/cn";
import { dashboard } from "../../strings/dashboard";
import type { Counter } from "./counter-view";
import { callNextSlot } from "./people/rows";
import { nameOf, whoIs, type Person } from "./types";
import type { Desk } from "./use-desk";

const { desk: strings } = dashboard;

/** Both are missing where the queue could not be loaded; `counter` is undefined while it loads. */
type Props = { counter: Counter | undefined; desk: Desk | null };

/** Strong while someone can be called, neutral otherwise. */
export function CallNext({ counter, desk }: Props) {
  const next = counter?.next;
  const words = next === undefined ? nobody(counter) : whoIs(next);
  return (
    <button
      type="button"
      {...callNextSlot}
      // Keeps the focus while another queue loads.
      aria-disabled={counter === undefined}
      onClick={desk?.callNext}
      className={cn(
        "call-next duration-fast flex min-w-0 items-center rounded-xl border-2 border-transparent text-left transition-colors",
        next === undefined
          ? "bg-pressed text-ink-2"
          : "bg-slab text-on-slab hover:bg-slab-hover active:bg-slab-active",
      )}
    >
      <span className="min-w-0 flex-1">
        <b className="block font-extrabold tracking-[-0.02em]">
          {strings.callNext}
        </b>{" "}
        <span
          key={words}
          title={words}
          className="whom flex changed gap-1.5 text-lg font-semibold tab"
        >
          {next === undefined ? (
            <span className="line-clamp-2 text-base leading-5">{words}</span>
          ) : (
            <Whom person={next} counter={counter} />
          )}
        </span>
      </span>
      {counter?.boards.length !== 0 && <BellRing className="shrink-0" />}
    </button>
  );
}

function nobody(counter: Counter | undefined): string {
  if (counter === undefined) return "…";
  return counter.boards.length === 0
    ? strings.pickQueueToCall
    : strings.nobodyToCall;
}

function Whom(props: { person: Person; counter: Counter | undefined }) {
  const { person, counter } = props;
  const isOfMine = Boolean(counter?.boards[0]?.mine);
  const name = nameOf(person);
  return (
    <>
      <span>{ticketName(person.letter, person.number)} </span>
      {/* Truncates at the name's own end, left or right. */}
      <span className="truncate" dir="auto" translate="no">
        {counter?.isAll ? strings.firstOf(name, isOfMine) : name}
      </span>
    </>
  );
}

/**
 * Drops the first person in line, with Undo (product.md T9). With all queues together it asks for one. Neutral while
 * nobody waits; a press says so.
 */
export function Skip({ counter, desk }: Props) {
  const next = counter?.isAll === true ? undefined : counter?.next;
  const isOff = counter === undefined || counter.waitingCount === 0;
  return (
    <button
      type="button"
      aria-disabled={counter === undefined}
      onClick={desk?.skip}
      className={cn(
        "skip-next acts flex min-w-0 off-box items-center rounded-xl border font-semibold text-ink-2",
        isOff
          ? "is-off border-transparent bg-pressed"
          : "border-line-strong bg-surface hover:bg-sunken active:bg-pressed",
      )}
    >
      <SkipForward className="size-5 shrink-0" />
      <b className={cn("font-semibold", !isOff && "text-ink")}>
        {strings.skip}
      </b>{" "}
      {next !== undefined && (
        // Truncates at the name's own end, left or right: the number in its `bdi` decides no direction.
        <span className="whom truncate" dir="auto" translate="no">
          <bdi>{ticketName(next.letter, next.number)}</bdi> {nameOf(next)}
        </span>
      )}
      <kbd
        aria-hidden="true"
        className="rounded-sm border border-line px-1.5 font-sans text-sm leading-5 font-semibold text-ink-3"
      >
        {strings.skipKey}
      </kbd>
    </button>
  );
}
