/** The one button of the desk, and Skip beside it. Call Next says what it will do and is never disabled. */
import { BellRing, SkipForward } from "lucide-react";
import { cn } from "../../lib/cn";
import { everyone } from "../../texts/everyone";
import { dashboard } from "../../texts/dashboard";
import { nameOf, type Board } from "./types";
import type { Desk } from "./use-desk";

const { desk: texts } = dashboard;

type Props = {
  /** null: no single queue is picked; undefined: it loads. */
  board: Board | null | undefined;
  desk: Desk;
  /** The phone's dock; otherwise the desk card. */
  docked?: boolean;
};

/** Why there is nobody to name. */
function nobodyInWords(board: Board | null | undefined): string {
  if (board === null) return texts.pickFirst;
  return board === undefined ? everyone.loading : texts.nobodyToCall;
}

/** Green while there is somebody to call, neutral otherwise. */
export function CallNext({ board, desk, docked = false }: Props) {
  const ready = (board?.waitingCount ?? 0) > 0;
  const next = board?.waiting[0];
  const words =
    next === undefined
      ? nobodyInWords(board)
      : `#${next.number} ${nameOf(next)}`;
  return (
    <button
      type="button"
      data-slot="call-next"
      onClick={desk.callNext}
      className={cn(
        "duration-fast flex min-w-0 flex-1 items-center justify-between gap-4 rounded-xl text-left transition-colors",
        docked ? "min-h-24 px-5" : "min-h-36 px-6 xl:px-8",
        ready
          ? "bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-active"
          : "bg-pressed text-ink-2",
      )}
    >
      <span className="min-w-0">
        <span
          className={cn(
            "block font-extrabold tracking-tight whitespace-nowrap",
            docked ? "text-2xl max-[22.5rem]:text-xl" : "text-3xl",
          )}
        >
          {texts.callNext}
        </span>
        <span
          key={words}
          title={words}
          className={cn(
            "mt-0.5 block changed truncate font-semibold tab",
            docked ? "text-base" : "text-lg",
          )}
        >
          {next === undefined ? (
            words
          ) : (
            <>
              #{next.number} <bdi>{nameOf(next)}</bdi>
            </>
          )}
        </span>
      </span>
      <BellRing
        className={cn("shrink-0", docked ? "size-9" : "size-14")}
        aria-hidden="true"
      />
    </button>
  );
}

/** Drops the first in line, undone like everything else: product.md T9. */
export function Skip({ desk, docked = false }: Omit<Props, "board">) {
  return (
    <button
      type="button"
      onClick={desk.skip}
      className={cn(
        "grid shrink-0 place-items-center content-center gap-1.5 rounded-xl border border-line-strong bg-surface font-bold hover:bg-sunken active:bg-pressed",
        docked ? "w-20 text-base" : "w-28 text-lg xl:w-36",
      )}
    >
      <SkipForward
        className={cn("text-ink-2", docked ? "size-7" : "size-8")}
        aria-hidden="true"
      />
      {texts.skip}
    </button>
  );
}
