/** 'Queue Actions' on wide screens: called people and the next person. */
import { History } from "lucide-react";
import { useId, useRef, type ReactNode } from "react";
import { cn } from "../../lib/cn";
import { dashboard } from "../../strings/dashboard";
import { Button, IconButton } from "../../ui/button";
import { CallNext, Skip } from "./call-next";
import { CalledRow } from "./people/called-person";
import type { Board } from "./types";
import type { Desk } from "./use-desk";
import { useRowMotion } from "./people/use-row-motion";
import { useStuck } from "./use-stuck";

const { desk: strings } = dashboard;

const ROWS = 4;

type Props = {
  board: Board | null | undefined;
  desk: Desk;
  reset: ReactNode;
};

/**
 * As high as its content. Sticks to the top and shrinks while the list scrolls. On short screens (a laptop, 200 % zoom)
 * it scrolls along.
 */
export function DeskCard({ board, desk, reset }: Props) {
  const titleId = useId();
  const { frame, stuck: small } = useStuck();
  return (
    <div
      ref={frame}
      className="z-10 max-md:sticky max-md:bottom-0 lg:top-18 lg:-mt-5 lg:bg-canvas lg:pt-5 @min-[56rem]:[@media(min-height:44rem)]:sticky"
    >
      <section
        aria-labelledby={titleId}
        className={cn(
          "@container rounded-lg border border-line bg-surface px-4 sm:px-5 lg:px-6",
          small ? "py-3" : "py-4 lg:py-5",
        )}
      >
        <div
          className={cn(
            "flex flex-wrap items-center justify-between gap-x-3",
            small && "hidden",
          )}
        >
          <h2 id={titleId} className="text-lg font-bold tracking-tight">
            {strings.title}
          </h2>
          <div className="flex gap-1">
            {board && (
              <Button
                variant="ghost"
                icon={History}
                onClick={() => desk.open({ name: "history" })}
              >
                {strings.today}
              </Button>
            )}
            {reset}
          </div>
        </div>
        <AtCounter board={board} desk={desk} small={small} />
        <div className="mt-3 flex gap-3 @min-[36rem]:gap-4">
          <CallNext board={board} desk={desk} size={small ? "small" : "card"} />
          <Skip board={board} desk={desk} />
          {small && board && (
            <IconButton
              label={strings.today}
              icon={History}
              bordered
              className="h-auto w-14 rounded-xl"
              onClick={() => desk.open({ name: "history" })}
            />
          )}
        </div>
      </section>
    </div>
  );
}

function AtCounter({
  board,
  desk,
  small,
}: Omit<Props, "reset"> & { small: boolean }) {
  if (!board || board.called.length === 0) {
    return (
      <p
        className={cn(
          "grid place-items-center text-center text-ink-2",
          small ? "hidden" : "min-h-25",
        )}
      >
        {board === null && strings.pickToSeeCounter}
        {board && strings.nobodyAtCounter}
      </p>
    );
  }
  return <Rows board={board} desk={desk} small={small} />;
}

function Rows({
  board,
  desk,
  small,
}: {
  board: Board;
  desk: Desk;
  small: boolean;
}) {
  const { called: people } = board;
  const list = useRef<HTMLUListElement>(null);
  useRowMotion(list, people);
  const scrolls = people.length > (small ? 2 : ROWS);
  return (
    <div
      className={cn(
        scrolls ? "overflow-y-auto" : "overflow-hidden",
        "rounded-md",
        small ? "max-h-30" : "min-h-25",
        scrolls && !small && "max-h-100",
      )}
      role="group"
      aria-label={strings.atCounter}
      // Makes it scrollable by keyboard.
      tabIndex={scrolls ? 0 : undefined}
    >
      <ul ref={list} className="relative divide-y divide-line">
        {people.map((person) => (
          <CalledRow
            key={person.ticketId}
            person={person}
            desk={desk}
            board={board}
            small={small}
          />
        ))}
      </ul>
    </div>
  );
}
