/** The Call Next and Skip buttons. */
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { BellRing, SkipForward } from "lucide-react";
import { cn } from "../../lib/cn";
import { everyone } from "../../strings/everyone";
import { dashboard } from "../../strings/dashboard";
import { callNextSlot } from "./people/rows";
import { nameOf, type Board, type Person } from "./types";
import type { Desk } from "./use-desk";

const { desk: strings } = dashboard;

type Props = {
  /** null: no single queue is picked. undefined: it loads. */
  board: Board | null | undefined;
  desk: Desk;
  size?: keyof typeof sizes;
};

const sizes = {
  card: {
    button: "min-h-24 px-5 @min-[36rem]:min-h-32 @min-[36rem]:px-6",
    title: "text-2xl @min-[36rem]:text-3xl",
    name: "text-lg",
    bell: "size-9 @min-[36rem]:size-14",
  },
  small: {
    button: "min-h-20 px-5",
    title: "text-2xl",
    name: "text-base",
    bell: "size-9",
  },
  docked: {
    button: "min-h-24 px-5 max-[22.5rem]:px-4 low:min-h-14",
    title: "text-2xl max-[22.5rem]:text-xl",
    name: "text-base",
    bell: "size-9 max-[22.5rem]:size-8",
  },
} as const;

/** Why there is no name to show. */
function nobodyInWords(board: Board | null | undefined): string {
  if (board === null) return strings.pickFirst;
  return board === undefined ? everyone.loading : strings.nobodyToCall;
}

/** "H8 Hugo" */
function whoIs(person: Person): string {
  return `${ticketName(person.letter, person.number)} ${nameOf(person)}`;
}

/** Green while the line has people, neutral otherwise. */
export function CallNext({ board, desk, size = "card" }: Props) {
  const look = sizes[size];
  const ready = (board?.waitingCount ?? 0) > 0;
  const next = board?.waiting[0];
  const words = next === undefined ? nobodyInWords(board) : whoIs(next);
  return (
    <button
      type="button"
      {...callNextSlot}
      // Keeps the focus while another queue loads.
      aria-disabled={board === undefined}
      onClick={desk.callNext}
      className={cn(
        "duration-fast flex min-w-0 flex-1 items-center justify-between gap-4 rounded-xl border-2 border-transparent text-left transition-colors @max-[16rem]:px-3!",
        look.button,
        ready
          ? "bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-active"
          : "bg-pressed text-ink-2",
      )}
    >
      <span className="min-w-0">
        <span
          className={cn(
            "block font-extrabold tracking-tight @max-[16rem]:text-lg!",
            look.title,
          )}
        >
          {strings.callNext}
        </span>
        <span
          key={words}
          title={words}
          className={cn(
            "mt-0.5 flex changed gap-1.5 font-semibold tab",
            look.name,
          )}
        >
          {next === undefined ? (
            <span className="truncate">{words}</span>
          ) : (
            <>
              <span>{ticketName(next.letter, next.number)} </span>
              {/* Truncates at the name's own end, left or right. */}
              <span className="truncate" dir="auto">
                {nameOf(next)}
              </span>
            </>
          )}
        </span>
      </span>
      <BellRing
        className={cn("shrink-0 @max-[17rem]:hidden", look.bell)}
        aria-hidden="true"
      />
    </button>
  );
}

/** Drops the first person in line, with Undo (product.md T9). */
export function Skip({
  board,
  desk,
  docked = false,
}: Omit<Props, "size"> & {
  docked?: boolean;
}) {
  const next = board?.waiting[0];
  return (
    <button
      type="button"
      aria-disabled={board === undefined}
      aria-label={next && strings.skipOne(whoIs(next))}
      onClick={desk.skip}
      className={cn(
        "acts grid shrink-0 place-items-center content-center gap-1.5 rounded-xl border border-line-strong bg-surface font-bold hover:bg-sunken active:bg-pressed",
        docked
          ? "w-20 text-base max-[22.5rem]:w-18"
          : "w-24 text-lg @min-[36rem]:w-32",
      )}
    >
      <SkipForward
        className={cn("text-ink-2", docked ? "size-7" : "size-8")}
        aria-hidden="true"
      />
      {strings.skip}
    </button>
  );
}
